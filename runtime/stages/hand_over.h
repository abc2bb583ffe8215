#pragma once

#include "rules/want.h"
#include "runtime/stages/next.h"

namespace fairdeal::rules {
class AnyGame;
}

namespace fairdeal::runtime {

/// A seat that left, or folded by absence, takes its lock off the cards that nobody has seen yet
/// (docs/dealing.md).
struct HandingOver {
  std::map<Seat, std::vector<CardSlot>> cards;  ///< by who leaves
};

/// Begins it, if somebody owes locks before `next`. A deck that `next` puts away needs nobody.
std::optional<Stage> begin_handing_over(const Transition& t, const rules::Want& next);

EntrySlots owing(const HandingOver& stage, const PublicState& state);
proto::Payload make(const HandingOver& stage, const Making& making);
Result<> check(const HandingOver& stage, const Checking& checking);
Next apply(const HandingOver& stage, const Transition& t);

/// The cards with the lock of `seat` that were neither dealt nor shown: it gives its shares of them
/// when it leaves.
std::vector<CardSlot> handed_over(const PublicState& state, Seat seat);
/// The points of these that the seat multiplies by its key.
std::vector<crypto::Point> lock_points(const PublicState& state, Seat seat);
/// Whether it gives them with a move that leads to `after`: if it is done then with a hand that
/// goes on.
bool hands_over(const PublicState& state, Seat seat, const rules::AnyGame& after);
void take_locks(const Transition& t, Seat seat, const std::vector<CardSlot>& slots,
                const proto::DecryptPayload& locks);

}  // namespace fairdeal::runtime
