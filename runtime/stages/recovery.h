#pragma once

#include "runtime/stages/decrypt.h"
#include "runtime/stages/next.h"
#include "runtime/stages/roll.h"

namespace fairdeal::runtime {

/// Absent seats owe decryption shares or shares of coins; the others make them from their recovery
/// shares (docs/cards.md, recovery).
struct Recovering {
  std::variant<Decrypting, Rolling> what;
  CoinShares coins;  ///< the shares of coins that came
  SeatSet missing;
};

/// Begins the recovery, or settles against who is missing if there are not enough helpers.
Next begin_recovery(const Transition& t, Recovering stage);

EntrySlots owing(const Recovering& stage, const PublicState& state);
/// Requires a sound share of each missing seat's key.
proto::Payload make(const Recovering& stage, const Making& making);
Result<> check(const Recovering& stage, const Checking& checking);
Next apply(const Recovering& stage, const Transition& t);

/// The seats that are asked for shares at a step of cards or coins, if they owe any.
SeatSet asked_for_shares(const PublicState& state);
crypto::Point sum(const std::map<Seat, crypto::Point>& shares);

}  // namespace fairdeal::runtime
