#include "proto/codec.h"
#include "runtime/node/receive.h"

namespace fairdeal::node {

bool suspect(Parts& node, Seat from, Seat author, const std::optional<NamedHistory>& named,
             Instant now, Effects& out) {
  if (!named || author == node.config.me) return false;
  const auto mine = node.history.head_before(node.table(), named->step);
  if (!mine || *mine == named->parent) return false;
  node.forks.ask(author, node.links.has(author) ? author : from, named->step, node.table(),
                 node.history, now, out);
  return true;
}

void take(Parts& node, Seat from, const proto::HistoryQuery& query, Instant now, Effects& out) {
  if (query.table != node.table().id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "question"}, out);
  node.forks.answer(from, query, node.table(), node.history, now, out);
}

void take(Parts& node, Seat from, const proto::HistoryAnswer& theirs, Instant, Effects& out) {
  const Step step = theirs.decided.step;
  const auto forked = is_fork(theirs, node.history, node.table());
  if (!forked) return node.peers.useless(from, forked.error(), out);
  if (!*forked) return node.forks.narrow(from, step, node.table(), node.history, out);
  out.store.push_back({state::kept::Fork{step}, proto::encode(proto::TranscriptPart(theirs))});
  SeatSet named;
  if (const History::Decision* mine = node.history.find(step)) {
    for (auto& evidence : contradictions(mine->how, theirs, node.table().charter())) {
      named.insert(evidence.first.by);
      node.contradictions.found(std::move(evidence), node.table(), node.links, out);
    }
    node.links.broadcast(mine->how, out);
  } else {
    for (const Seat peer : node.links.up().list())
      out.resends.push_back({peer, step, Resend::kAsAnswer});
  }
  node.links.broadcast(theirs, out);
  out.notices.push_back(Forked{step, named.list()});
  node.halt({Fault::forked, {}, "forked at step " + std::to_string(step.value)}, out);
}

}  // namespace fairdeal::node
