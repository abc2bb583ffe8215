#include "proto/codec.h"
#include "runtime/node.h"

namespace fairdeal::runtime {

/// `author` named a history. If this member knows another, it asks the author, or who passed it on,
/// once a step and connection.
void Node::suspect(Seat from, Seat author, const std::optional<NamedHistory>& named, Effects& out) {
  if (!named || author == config_.me) return;
  const auto mine = history_.head_before(*table_, named->step);
  if (mine && *mine != named->parent)
    forks_.ask(author, links_.has(author) ? author : from, *table_, history_, out);
}

void Node::take(Seat from, const proto::HistoryQuery& query, Instant, Effects& out) {
  if (query.table != table_->id()) return useless(from, {Fault::wrong_table, {}, "question"}, out);
  forks_.answer(from, query, *table_, history_, out);
}

/// Two valid certificates of one step: this member keeps both, tells everybody, names who
/// contradicts itself in them, and stops.
void Node::take(Seat from, const proto::HistoryAnswer& theirs, Instant, Effects& out) {
  const auto mine = forked_from(theirs, history_, *table_);
  if (!mine) return useless(from, mine.error(), out);
  if (*mine == nullptr) return;
  const Step step = theirs.decided.step;
  out.store.push_back({kept::Fork{step}, proto::encode(proto::TranscriptPart(theirs))});
  SeatSet named;
  for (auto& evidence : contradictions((*mine)->how, theirs, table_->charter())) {
    named.insert(evidence.first.by);
    contradictions_.found(std::move(evidence), links_, out);
  }
  links_.broadcast((*mine)->how, out);
  links_.broadcast(theirs, out);
  out.notices.push_back(Forked{step, named.list()});
  halt({Fault::forked, {}, "forked at step " + std::to_string(step.value)}, out);
}

}  // namespace fairdeal::runtime
