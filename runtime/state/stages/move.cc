#include "runtime/state/stages/move.h"

#include "proto/envelope.h"
#include "runtime/state/checking.h"
#include "runtime/state/making.h"
#include "runtime/state/transition.h"

namespace fairdeal::state::stages {

using crypto::Purpose;

namespace {

/// Returns whether an entry attaches its author's own statement that it leaves.
bool says_it_leaves(const Checking& checking) {
  const PublicState& state = checking.state;
  const Seat seat = checking.seat;
  return std::ranges::any_of(checking.entry.attachments, [&](const proto::Attachment& attachment) {
    const auto* presence = std::get_if<proto::PresenceAttachment>(&attachment);
    if (presence == nullptr || presence->envelope.by != seat) return false;
    const auto signed_word = proto::verify_presence(presence->envelope, state.charter());
    return signed_word && signed_word->message().table == state.id &&
           signed_word->message().what == proto::Presence::What::leaves &&
           signed_word->message().step >= state.members.standing(seat).since &&
           signed_word->message().step <= state.step;
  });
}

}  // namespace

std::optional<bool> is_careful(const Stage& stage, const proto::Payload& payload) {
  if (const auto* move = std::get_if<proto::MovePayload>(&payload)) return move->careful;
  const auto* commit = std::get_if<proto::CommitPayload>(&payload);
  const auto* dice = rolled_together(stage);
  return commit != nullptr && dice != nullptr && dice->empty() ? std::optional(commit->careful)
                                                               : std::nullopt;
}

Result<> check_careful(const Checking& checking) {
  const PublicState& state = checking.state;
  if (state.members.standing(checking.seat).careful < state.charter().pace.careful) return {};
  return fail(Fault::not_wanted, "another careful move in a row");
}

std::optional<Seat> to_move(const Stage& stage) {
  const auto* moving = std::get_if<Moving>(&stage);
  return moving != nullptr ? std::optional(moving->seat) : std::nullopt;
}

Next begin_move(const Transition& t, const rules::WantMove& want) {
  for (const Seat seat : want.seats)
    if (want.seats.size() == 1 || !t.state.in().has(seat)) return Stage(Moving{seat});
  return commit_to_moves(want.seats);
}

EntrySlots owing(const Moving& stage, const PublicState& state) {
  if (!state.in().has(stage.seat)) return {};
  return {{stage.seat, proto::Kind::move}};
}

bool gives_locks(const PublicState& state, Seat seat, const std::string& action) {
  const auto after = state.game.after(rules::Moved<rules::Action>{seat, {action}});
  return after && hands_over(state, seat, *after);
}

proto::Payload make(const Moving&, const Making& making) {
  const auto& [state, me, keys, recovery, committed, action, rng] = making;
  proto::MovePayload p{*action, {}};
  if (gives_locks(state, me, *action))
    p.locks = making.shares<proto::DecryptPayload>(lock_points(state, me), Purpose::decrypt);
  return p;
}

/// Checks a move. One at which the rules fail is no false one. An empty one is allowed only to a
/// seat that leaves, and after a resignation, and its entry must say so.
Result<> check(const Moving&, const Checking& checking) {
  FD_TRY(const auto* p, checking.payload<proto::MovePayload>());
  const auto& [state, seat, entry, proofs, verified] = checking;
  if (p->action.empty() && !p->careful && (attaches_resignation(entry) || says_it_leaves(checking)))
    return {};
  if (p->careful) FD_TRY(check_careful(checking));
  const auto after = state.game.after(rules::Moved<rules::Action>{seat, {p->action}});
  // A fault of the rules is nobody's lie: Table::after() makes such a move an absence.
  if (!after && after.error().fault == Fault::rules)
    return p->locks ? checking.shares(lock_points(state, seat), *p->locks, Purpose::decrypt)
                    : Result<>();
  if (!after) return fail(after.error());
  const bool gives = hands_over(state, seat, *after);
  if (gives != p->locks.has_value())
    return fail(Fault::bad_proof, gives ? "a fold without its shares" : "shares with a move");
  return gives ? checking.shares(lock_points(state, seat), *p->locks, Purpose::decrypt)
               : Result<>();
}

Next apply(const Moving& stage, const Transition& t) {
  const auto* p = t.given<proto::MovePayload>(stage.seat);
  if (p != nullptr && p->action.empty() && !resigned_in(t.record).empty()) return std::nullopt;
  if (p == nullptr || p->action.empty() || !t.moves_count) return t.absent_from_move({stage.seat});
  FD_TRY(t.happens(rules::Moved<rules::Action>{stage.seat, {p->action}}));
  if (p->locks) take_locks(t, stage.seat, handed_over(t.before, stage.seat), *p->locks);
  return std::nullopt;
}

}  // namespace fairdeal::state::stages
