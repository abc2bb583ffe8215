#include "runtime/state/stages/commit_reveal.h"

#include "crypto/coin.h"
#include "proto/limits.h"
#include "runtime/state/checking.h"
#include "runtime/state/making.h"
#include "runtime/state/transition.h"

namespace fairdeal::state::stages {

using crypto::Purpose;

namespace {

/// Tells the rules the moves that were revealed. Those stand; a seat that did not reveal is absent,
/// because it has seen the others' moves.
Next move_together(const Revealing& stage, const Transition& t) {
  if (!t.moves_count) return t.absent_from_move(stage.what.seats);
  rules::MovedTogether<rules::Action> together;
  for (const auto& [seat, commitment] : stage.commitments)
    if (const auto* p = t.given<proto::RevealPayload>(seat); p != nullptr && !p->value.empty())
      together.moves.emplace(seat, rules::Action{std::string(as_text(p->value))});
  if (together.moves.empty()) return t.absent_from_move(stage.what.seats);
  FD_TRY(t.happens(std::move(together)));
  return std::nullopt;
}

/// Rolls from all revealed values. If one is missing the roll is void, by whoever withheld it: a
/// seat that has seen the others' values does not get another roll.
Next roll_together(const Revealing& stage, const Transition& t) {
  std::vector<ByteArray<32>> values;
  SeatSet missing;
  for (const auto& [seat, commitment] : stage.commitments) {
    if (const auto* p = t.given<proto::RevealPayload>(seat))
      std::ranges::copy(p->value, values.emplace_back().begin());
    else
      missing.insert(seat);
  }
  if (!missing.empty()) return t.give_up(missing);
  const auto context = crypto::context(stage.place, crypto::kNobody, Purpose::commit);
  FD_TRY(
      t.happens(rules::Rolled{roll_dice(stage.what.dice, crypto::joint_value(context, values))}));
  return std::nullopt;
}

}  // namespace

Stage commit_to_moves(std::vector<Seat> seats) { return Committing{std::move(seats), {}}; }
Stage commit_to_dice(std::vector<Seat> seats, std::vector<rules::Die> dice) {
  return Committing{std::move(seats), std::move(dice)};
}

const std::vector<rules::Die>* rolled_together(const Stage& stage) {
  if (const auto* committing = std::get_if<Committing>(&stage)) return &committing->dice;
  const auto* revealing = std::get_if<Revealing>(&stage);
  return revealing != nullptr ? &revealing->what.dice : nullptr;
}

bool may_reveal(const Stage& stage, Seat seat) {
  const auto* revealing = std::get_if<Revealing>(&stage);
  return std::holds_alternative<Committing>(stage) ||
         (revealing != nullptr && revealing->commitments.contains(seat));
}

bool opens_commitment(const Stage& stage, Seat seat,
                      const std::optional<proto::RevealPayload>& committed) {
  const auto* revealing = std::get_if<Revealing>(&stage);
  if (revealing == nullptr || !revealing->commitments.contains(seat)) return true;
  const auto context = crypto::context(revealing->place, seat, Purpose::commit);
  return committed && crypto::commit(context, committed->value, committed->salt) ==
                          revealing->commitments.at(seat);
}

// ---- All commit

EntrySlots owing(const Committing& stage, const PublicState& state) {
  SeatSet seats;
  for (const Seat seat : stage.seats) seats.insert(seat);
  EntrySlots slots;
  for (const Seat seat : (seats & state.in()).list()) slots.push_back({seat, proto::Kind::commit});
  return slots;
}

proto::CommitPayload make_commitment(const Making& making) {
  const auto& [value, salt] = *making.committed;
  return {crypto::commit(making.context(Purpose::commit), value, salt)};
}

proto::Payload make(const Committing&, const Making& making) { return make_commitment(making); }

Result<> check(const Committing& stage, const Checking& checking) {
  FD_TRY(const auto* p, checking.payload<proto::CommitPayload>());
  if (!p->careful) return {};
  if (!stage.dice.empty()) return fail(Fault::not_wanted, "a careful commitment to dice");
  return check_careful(checking);
}

Next apply(const Committing& stage, const Transition& t) {
  Revealing revealing{stage, t.before.place(), {}};
  SeatSet absent;
  for (const Seat seat : stage.seats) {
    if (const auto* p = t.given<proto::CommitPayload>(seat))
      revealing.commitments.emplace(seat, p->commitment);
    else
      absent.insert(seat);
  }
  if (absent.empty()) return Stage(std::move(revealing));
  // Nobody has revealed anything, so nobody has chosen anything: all others commit anew.
  if (stage.dice.empty()) return t.absent_from_move(absent.list());
  FD_TRY(t.goes_out(absent));
  return std::nullopt;
}

// ---- All reveal

EntrySlots owing(const Revealing& stage, const PublicState& state) {
  EntrySlots slots;
  for (const auto& [seat, commitment] : stage.commitments)
    if (state.present().has(seat) || state.members.still_answers(seat))
      slots.push_back({seat, proto::Kind::reveal});
  return slots;
}

proto::Payload make(const Revealing&, const Making& making) { return *making.committed; }

Result<> check(const Revealing& stage, const Checking& checking) {
  FD_TRY(const auto* p, checking.payload<proto::RevealPayload>());
  const Seat seat = checking.seat;
  const auto committed = crypto::context(stage.place, seat, Purpose::commit);
  if (crypto::commit(committed, p->value, p->salt) != stage.commitments.at(seat))
    return fail(Fault::bad_proof, "reveal: not what was committed to");
  if (!stage.what.dice.empty())
    return p->value.size() == 32 ? Result<>() : fail(Fault::bad_proof, "reveal: not 32 bytes");
  if (p->value.empty()) return {};  // the seat committed to no move, and is absent
  if (p->value.size() > proto::kActionBytesMax ||
      !rules::allows(checking.state.game, seat, {std::string(as_text(p->value))}))
    return fail(Fault::illegal_move, "revealed move");
  return {};
}

Next apply(const Revealing& stage, const Transition& t) {
  return stage.what.dice.empty() ? move_together(stage, t) : roll_together(stage, t);
}

}  // namespace fairdeal::state::stages
