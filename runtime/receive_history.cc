#include "proto/codec.h"
#include "runtime/receive.h"

namespace fairdeal::runtime {

void suspect(NodeParts& node, Seat from, Seat author, const std::optional<NamedHistory>& named,
             Effects& out) {
  if (!named || author == node.config.me) return;
  const auto mine = node.history.head_before(node.table(), named->step);
  if (mine && *mine != named->parent)
    node.forks.ask(author, node.links.has(author) ? author : from, node.table(), node.history, out);
}

void take(NodeParts& node, Seat from, const proto::HistoryQuery& query, Instant, Effects& out) {
  if (query.table != node.table().id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "question"}, out);
  node.forks.answer(from, query, node.table(), node.history, out);
}

void take(NodeParts& node, Seat from, const proto::HistoryAnswer& theirs, Instant, Effects& out) {
  const auto mine = forked_from(theirs, node.history, node.table());
  if (!mine) return node.peers.useless(from, mine.error(), out);
  if (*mine == nullptr) return;
  const Step step = theirs.decided.step;
  out.store.push_back({kept::Fork{step}, proto::encode(proto::TranscriptPart(theirs))});
  SeatSet named;
  for (auto& evidence : contradictions((*mine)->how, theirs, node.table().charter())) {
    named.insert(evidence.first.by);
    node.contradictions.found(std::move(evidence), node.links, out);
  }
  node.links.broadcast((*mine)->how, out);
  node.links.broadcast(theirs, out);
  out.notices.push_back(Forked{step, named.list()});
  node.halt({Fault::forked, {}, "forked at step " + std::to_string(step.value)}, out);
}

}  // namespace fairdeal::runtime
