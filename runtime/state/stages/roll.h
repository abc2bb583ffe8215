#pragma once

#include "base/bytes.h"
#include "rules/want.h"
#include "runtime/state/stages/next.h"

namespace fairdeal::state::stages {

/// A coin for all, a coin for one seat's eyes, or one of the latter that is shown later.
struct Coin {
  enum class For { all, one, shown } for_whom;
  Seat seat;  ///< the seat that it is for; kNobody if it is for all
  std::vector<rules::Die> dice;
  crypto::Point point;
  Bytes context;        ///< the context of the point and the value
  SeatSet key_holders;  ///< the seats whose shares make it
};

/// The stage in which key holders give their shares of these coins.
struct Rolling {
  static constexpr bool kAsksForShares = true;
  std::vector<Coin> coins;
};

/// The shares that are here, for each coin of a stage.
using CoinShares = std::vector<std::map<Seat, crypto::Point>>;

/// Begins a roll for all, by coins or by commit–reveal as the charter says.
Next begin_roll(const Transition& t, const std::vector<rules::Want>& wants);
/// Begins one step for the coins at the front of `wants`: rolls for all or for one seat's eyes, and
/// the showing of the latter.
Next begin_coins(const Transition& t, const std::vector<rules::Want>& wants);

EntrySlots owing(const Rolling& stage, const PublicState& state);
proto::Payload make(const Rolling& stage, const Making& making);
Result<> check(const Rolling& stage, const Checking& checking);
Next apply(const Rolling& stage, const Transition& t);

/// Returns the indices of the stage's coins that need `seat`'s share.
std::vector<std::size_t> owed(const Rolling& stage, const PublicState& state, Seat seat);
/// Returns the points of these coins, which the seat multiplies by its key.
std::vector<crypto::Point> owed_points(const Rolling& stage, const PublicState& state, Seat seat);
/// Rolls the coins if no share is missing; else begins the recovery of the missing ones.
Next roll_or_recover(const Rolling& stage, const Transition& t, CoinShares shares);

/// Returns the numbers that dice show, from 64 random bytes that all have.
std::vector<std::int64_t> roll_dice(const std::vector<rules::Die>& dice,
                                    const ByteArray<64>& value);

}  // namespace fairdeal::state::stages
