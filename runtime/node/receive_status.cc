#include <algorithm>
#include <iterator>

#include "runtime/node/receive.h"

namespace fairdeal::node {

namespace {

/// Sends a member the last decision. A member that has voted for its record lacks votes alone, so
/// it is sent these without the record, which may be long.
void send_decision(Parts& node, Seat to, Instant now, Effects& out) {
  const Step step = node.stragglers.step();
  const History::Decision* last = node.history.find(step);
  if (last == nullptr || node.catch_up.resends_to(to)) return;
  if (node.stragglers.holds_record(to)) {
    Effects votes;
    send(to, proto::Decided{step, {}, last->how.decided.certificate}, votes);
    std::ranges::move(votes.outgoing, std::back_inserter(out.votes));
    return;
  }
  node.catch_up.resend(to, step);
  node.catch_up.send_decided(node.history, node.table().step(), now, out);
}

}  // namespace

void send_decision(Parts& node, Instant now, Effects& out) {
  for (const Seat member : node.stragglers.take_due(node.links.up(), now).list())
    send_decision(node, member, now, out);
}

void answer_late(Parts& node, Seat author, Step step, Instant now, Effects& out) {
  if (node.links.has(author) && node.stragglers.answers(author, step, now))
    send_decision(node, author, now, out);
}

void take(Parts& node, Seat from, const proto::Status& theirs, Instant now, Effects& out) {
  const state::Table& table = node.table();
  CatchUp& catch_up = node.catch_up;
  if (theirs.table != table.id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "status"}, out);
  const Step here = table.step();
  const bool has_come_to_the_end = table.over() && catch_up.step_of(from) < theirs.step;
  if (is_impossible(node, from, theirs.step, out)) return;
  if (node.links.learn(from, theirs.links) && !table.over() && !node.halted) node.set_due(now);
  node.stragglers.shown(from, theirs.step);
  catch_up.learn(from, theirs.step, theirs.head, node.history.head_before(table, theirs.step));
  if (table.over() && theirs.step > here) catch_up.part(from);  // nobody goes on after this end
  if (catch_up.parted(from))
    node.forks.ask(from, from, std::min(theirs.step, here), table, node.history, now, out);
  // The peer has come to the end of the match. It leaves once it knows that all others have, too.
  if (has_come_to_the_end && theirs.step == here) send(from, node.status(), out);
  const auto answer = catch_up.on_status(from, theirs.step, theirs.asks, here, now);
  if (answer == CatchUp::Answer::nothing) return;
  if (answer == CatchUp::Answer::status) return send(from, node.status(), out);
  const std::size_t before = out.outgoing.size();
  if (theirs.asks)
    send_recalled(from, table, node.agreement(), node.peers.checking(from), catch_up.early(), out);
  if (answer == CatchUp::Answer::records) {
    catch_up.resend(from, theirs.step);
    catch_up.answered(from, theirs.step, now);
    return catch_up.send_decided(node.history, here, now, out);
  }
  send_entries(from, theirs.entries, node.agreement(), out);
  node.pipeline.send_own(node.config.me, from, out);
  send_missing_votes(from, theirs, node.agreement(), out);
  if (out.outgoing.size() > before) catch_up.answered(from, theirs.step, now);
}

void take(Parts& node, Seat from, const proto::Recall& recall, Instant, Effects& out) {
  if (recall.table != node.table().id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "recall"}, out);
  node.catch_up.learn(from, recall.step);
  if (node.asking) node.asking->on_recall(from, recall);
}

}  // namespace fairdeal::node
