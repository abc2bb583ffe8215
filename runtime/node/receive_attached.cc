#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node/own_answer.h"
#include "runtime/node/receive.h"

namespace fairdeal::node {

void take(Parts& node, Seat from, const proto::PresenceFrame& frame, Instant now, Effects& out) {
  auto verified = proto::verify_presence(frame.envelope, node.table().charter());
  if (!verified) return node.peers.useless(from, std::move(verified).error(), out);
  if (verified->message().table != node.table().id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "presence"}, out);
  // An own word that others still have is of an earlier life: this member's clock says it anew.
  const bool own_alarm =
      verified->by() == node.config.me && verified->message().what == proto::Presence::What::alarm;
  if (own_alarm || !node.presences.add(*verified, node.table()))
    return node.peers.spend(from, work_of(frame.envelope));
  node.links.forward(verified->by(), from, frame, out);
  // The clock of this member's person does not run on after a resignation.
  if (to_act(node) && needs_no_move(node)) make_move(node, {}, false, now, out);
}

void take(Parts& node, Seat from, const proto::PassedFrame& frame, Instant now, Effects& out) {
  const Seat author = frame.envelope.by;
  const state::Table& table = node.table();
  if (!node.pipeline.wants(frame.envelope) ||
      node.peers.is_settled(from, state::name_of(frame.envelope)))
    return;
  // A passed part for a closed place is of no use, and costs a look at its first bytes.
  if (const auto at = proto::peek_table_and_step(frame.envelope.body);
      at && at->table == table.id() && at->step != ShufflePipeline::place_of(table) &&
      !ShufflePipeline::may_open(at->step, table))
    return;
  auto verified = proto::verify_passed(frame.envelope, table.charter());
  if (!verified) return node.peers.useless(from, std::move(verified).error(), out);
  const proto::Passed& passed = verified->message();
  if (passed.table != table.id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "what was passed"}, out);
  if (passed.place != ShufflePipeline::place_of(table))
    return node.pipeline.keep_early(from, frame, passed, table);
  const auto* turn = std::get_if<proto::ShufflePayload>(&passed.part);
  const state::SharedDeck* deck = table.state().deck();
  if (turn != nullptr && deck != nullptr && turn->deck.size() != deck->slots.size())
    return node.peers.useless(
        from, blame({Fault::bad_proof, {}, "a passed shuffle of other cards"}, author), out);
  node.pipeline.add(*std::move(verified));
  node.links.forward(author, from, frame, out);
  advance_pipeline(node, now, out);
}

}  // namespace fairdeal::node
