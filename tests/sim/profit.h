#pragma once

#include "base/seat_set.h"
#include "rules/any_game.h"

namespace fairdeal::sim {

/// What pairs gained, one of whom was absent in the hand and the other was not: hands of three
/// seats and more, in big blinds; in other games of points that add up to nothing, matches, in the
/// most that one seat can win. Whoever falls silent for a friend gives up what it put in, so the
/// mean is below 0; that it may be above for who spoils a deal (docs/agreement.md) shows in single
/// hands.
class PairGains {
 public:
  void add(double gain);
  PairGains& operator+=(const PairGains& other);
  std::uint64_t count() const { return count_; }
  double mean() const;
  /// Of the mean; 0 for fewer than two.
  double standard_error() const;

 private:
  std::uint64_t count_ = 0;
  double sum_ = 0, squares_ = 0;
};

/// Sees that nobody gains by its own absence: who was out of a hand, or spoilt it, wins nothing in
/// it, unless its bets were made by then, and its hand is shown and wins. A hand is one of hold'em;
/// of other games of two seats it is the match. (Games of more seats settle a spoilt roll in ways
/// of their own: rules/absence_laws.h.)
class Profit {
 public:
  explicit Profit(const rules::AnyGame& game);

  /// Who gained by its absence in hands that are over now, and what pairs did.
  struct Seen {
    SeatSet gained;
    PairGains pairs;
  };
  /// What happened next.
  Seen after(const std::vector<rules::AnyEvent>& events);

 private:
  SeatSet gained(const rules::AnyGame& now) const;
  PairGains pairs(const rules::AnyGame& now) const;
  bool wins_by_cards(Seat seat, const rules::AnyGame& now) const;
  bool is_new_hand(const rules::AnyGame& now) const;

  rules::AnyGame game_;
  std::vector<std::int64_t> stacks_;  ///< of hold'em, when the hand began
  SeatSet absent_;                    ///< of the hand
  SeatSet after_bets_;                ///< of them those who went when its bets were made
};

}  // namespace fairdeal::sim
