#pragma once

#include "base/seat_set.h"
#include "rules/any_game.h"

namespace fairdeal::sim {

/// Sees that nobody gains by its own absence: who was out of a hand, or spoilt it, wins nothing in
/// it. A hand is one of hold'em; of other games of two seats it is the match. (Games of more seats
/// settle a spoilt throw in ways of their own: rules/absence_laws.h.)
class Profit {
 public:
  explicit Profit(const rules::AnyGame& game);

  /// What happened next: who gained by its absence in a hand that is over now.
  SeatSet after(const std::vector<rules::AnyEvent>& events);

 private:
  SeatSet gained(const rules::AnyGame& now) const;
  bool is_new_hand(const rules::AnyGame& now) const;

  rules::AnyGame game_;
  std::vector<std::int64_t> stacks_;  ///< of hold'em, when the hand began
  SeatSet absent_;                    ///< of the hand
};

}  // namespace fairdeal::sim
