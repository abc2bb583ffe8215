#pragma once

#include "runtime/state/stages/decrypt.h"
#include "runtime/state/stages/hand_over.h"
#include "runtime/state/stages/next.h"
#include "runtime/state/stages/roll.h"

namespace fairdeal::state::stages {

/// The stage in which members make, from their recovery shares, the shares of cards or coins that
/// other seats owe and did not give (docs/cards.md, 9). The same step takes off these seats' locks
/// on all cards that are dealt to nobody. So no member that is asked to help later, for another
/// card, has seen that card before it decides. Then these seats are out of the deal, since their
/// locks hide nothing any more (docs/dealing.md, Seats that are out).
struct Recovering {
  static constexpr bool kAsksForShares = true;
  std::variant<Decrypting, Rolling, HandingOver> what;
  CoinShares coins;  ///< the shares of coins that are here already
  SeatSet missing;
};

/// Begins the recovery. If there are not enough helpers, what is wanted is void by the missing
/// seats, which are not asked again in this deal.
Next begin_recovery(const Transition& t, Recovering stage);

EntrySlots owing(const Recovering& stage, const PublicState& state);
/// Makes this seat's shares. Requires: it has a sound recovery share of each missing seat's key.
proto::Payload make(const Recovering& stage, const Making& making);
Result<> check(const Recovering& stage, const Checking& checking);
Next apply(const Recovering& stage, const Transition& t);

/// Returns the seats that are asked for shares of cards or coins, if they owe any.
SeatSet asked_for_shares(const PublicState& state);
/// Returns the sum of these shares.
crypto::Point sum(const std::map<Seat, crypto::Point>& shares);

}  // namespace fairdeal::state::stages
