#pragma once

#include "base/seat_set.h"
#include "rules/any_game.h"

namespace fairdeal::sim {

/// The gains of pairs of seats of which one was absent in a hand and the other was not. It counts
/// hands of hold'em with three seats or more, in big blinds, and matches of other zero-sum games
/// with as many, in units of the most that one seat can win. A seat that falls silent for a friend
/// gives up what it put in, so the mean is below 0. A seat that spoils a deal for a friend may gain
/// in a single hand (docs/agreement.md).
class PairGains {
 public:
  void add(double gain);
  PairGains& operator+=(const PairGains& other);
  std::uint64_t count() const { return count_; }
  double mean() const;
  /// Returns the standard error of the mean; 0 for fewer than two gains.
  double standard_error() const;

 private:
  std::uint64_t count_ = 0;
  double sum_ = 0, squares_ = 0;
};

/// Checks that nobody gains by its own absence. A seat that was out of a hand, or spoilt it, wins
/// nothing in it, unless all bets were made before, and its hand is shown and wins, or all others
/// give theirs up unshown. In games of two
/// seats other than hold'em the match counts as one hand. Other games of more seats settle a spoilt
/// roll in ways of their own: rules/absence_laws.h.
class Profit {
 public:
  explicit Profit(const rules::AnyGame& game);

  /// The seats that gained by their absence in hands that are over now, and the gains of pairs.
  struct Seen {
    SeatSet gained;
    PairGains pairs;
  };
  /// Takes in what happened next, and returns what that shows.
  Seen after(const std::vector<rules::AnyEvent>& events);

 private:
  SeatSet gained(const rules::AnyGame& now) const;
  PairGains pairs(const rules::AnyGame& now) const;
  bool wins_by_cards(Seat seat, const rules::AnyGame& now) const;
  bool is_new_hand(const rules::AnyGame& now) const;

  rules::AnyGame game_;
  std::vector<std::int64_t> stacks_;  ///< the stacks when the hand began, in hold'em
  SeatSet absent_;                    ///< the seats that were out of this hand, or spoilt it
  SeatSet after_bets_;                ///< those of them that went out when all bets were made
};

}  // namespace fairdeal::sim
