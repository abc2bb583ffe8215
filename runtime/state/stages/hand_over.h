#pragma once

#include "rules/want.h"
#include "runtime/state/stages/next.h"

namespace fairdeal::rules {
class AnyGame;
}

namespace fairdeal::state::stages {

/// The stage in which a seat that left, or folded by absence, takes its lock off the cards that
/// nobody has seen yet (docs/dealing.md, Leaving).
struct HandingOver {
  static constexpr bool kAsksForShares = true;
  std::map<Seat, std::vector<CardSlot>> cards;  ///< the cards, by the seat that hands over
};

/// Begins this stage if a seat owes locks before the want `next`. Cards that `next` replaces by a
/// new deck do not count.
std::optional<Stage> begin_handing_over(const Transition& t, const rules::Want& next);

/// Return nothing, since handing over asks for no other cards than those that recovery takes
/// anyway.
std::vector<std::size_t> owed(const HandingOver& stage, const PublicState& state, Seat seat);
std::vector<crypto::Point> owed_points(const HandingOver& stage, const PublicState& state,
                                       Seat seat);

EntrySlots owing(const HandingOver& stage, const PublicState& state);
proto::Payload make(const HandingOver& stage, const Making& making);
Result<> check(const HandingOver& stage, const Checking& checking);
Next apply(const HandingOver& stage, const Transition& t);

/// Returns the cards with the lock of `seat` that were neither dealt nor shown. It gives its shares
/// of them when it leaves or folds.
std::vector<CardSlot> handed_over(const PublicState& state, Seat seat);
/// Returns the points of these cards that the seat multiplies by its key.
std::vector<crypto::Point> lock_points(const PublicState& state, Seat seat);
/// Returns whether the seat gives these shares with a move that leads to `after`: the move makes it
/// done with a hand that goes on, and there are such cards.
bool hands_over(const PublicState& state, Seat seat, const rules::AnyGame& after);
/// Takes the shares of a seat that hands over its locks on these cards.
void take_locks(const Transition& t, Seat seat, const std::vector<CardSlot>& slots,
                const proto::DecryptPayload& locks);

}  // namespace fairdeal::state::stages
