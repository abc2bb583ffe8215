#pragma once

#include "base/bytes.h"
#include "rules/want.h"
#include "runtime/stages/next.h"

namespace fairdeal::runtime {

/// A coin: for all, for one seat's eyes, or one of those shown later.
struct Coin {
  enum class For { all, one, shown } for_whom;
  Seat seat;  ///< whose, unless it is for all
  std::vector<rules::Die> dice;
  crypto::Point point;
  Bytes context;        ///< of the point and the value
  SeatSet key_holders;  ///< whose shares make it
};

/// Those who hold shares of these coins give them.
struct Rolling {
  std::vector<Coin> coins;
};

/// By coin: the shares that are here.
using CoinShares = std::vector<std::map<Seat, crypto::Point>>;

/// Begins a roll for all by whichever primitive the charter names.
Next begin_roll(const Transition& t, const std::vector<rules::Want>& wants);
/// Begins the rolls for one seat's eyes, and shows of those, that stand together in `wants`.
Next begin_coins(const Transition& t, const std::vector<rules::Want>& wants);

EntrySlots owing(const Rolling& stage, const PublicState& state);
proto::Payload make(const Rolling& stage, const Making& making);
Result<> check(const Rolling& stage, const Checking& checking);
Next apply(const Rolling& stage, const Transition& t);

/// Which of the stage's coins, by index, need `seat`'s share.
std::vector<std::size_t> owed(const Rolling& stage, const PublicState& state, Seat seat);
std::vector<crypto::Point> owed_points(const Rolling& stage, const PublicState& state, Seat seat);
/// Rolls, if no share is missing; else others stand in for who withheld it.
Next roll_or_recover(const Rolling& stage, const Transition& t, CoinShares shares);

/// The numbers that dice show, from 64 shared random bytes.
std::vector<std::int64_t> roll_dice(const std::vector<rules::Die>& dice,
                                    const ByteArray<64>& value);

}  // namespace fairdeal::runtime
