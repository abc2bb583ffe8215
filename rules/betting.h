#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/ids.h"
#include "rules/game.h"

namespace fairdeal::rules {

using Chips = std::int64_t;

/// Where a seat's chips are during a hand of poker.
struct Stake {
  Chips stack = 0;             ///< behind: may still be bet
  Chips bet = 0;               ///< in front: bet in this round
  Chips paid = 0;              ///< in the middle: antes, and bets of earlier rounds of this hand
  Chips dead = 0;              ///< what of it was paid for all, and gives no right to more
  bool in = false;             ///< holds cards and has not folded
  std::optional<Chips> met{};  ///< the bet it last had to meet in this round and acted on

  Chips total() const { return stack + bet + paid; }
  bool can_act() const { return in && stack > 0; }
  bool operator==(const Stake&) const = default;
};

/// How high one may bet. With a fixed limit every bet and raise has one size.
struct BetLimit {
  enum class Kind : std::uint8_t { none, pot, fixed };
  Kind kind = Kind::none;
  /// Of a fixed limit: how many raises may follow a bet in one round; 0: any number.
  std::int64_t raises = 0;
  bool operator==(const BetLimit&) const = default;
};

/// One round of betting: who acts, and what may be done. Chips only move; none are made.
///
/// A raise is at least as large as the last bet or raise, unless it is all a seat has. Such a short
/// raise gives nobody who acted before it the right to raise again, unless several of them have
/// added up to a full raise since; with a fixed limit, to half a bet, which then counts as a raise,
/// and below which the next raise only completes the bet (Tournament Directors Association, 2024,
/// rule 47). The cap on raises is off when two have chips left in the whole match (rule 48).
///
/// With a pot limit one may raise by what is in the pot after calling. Blinds that were posted
/// short or not at all count in full, in their round (rule 54).
class Betting {
 public:
  static constexpr std::size_t kSeatsMax = 10;
  std::array<Stake, kSeatsMax> stakes{};
  std::size_t seats = 0;
  Chips to_meet = 0;                ///< the highest bet, or the big blind where it was posted short
  Chips raise_min = 0;              ///< the size of the last bet or raise; at first, the least bet
  std::optional<Seat> turn{};       ///< none: the round is over
  std::optional<Seat> aggressor{};  ///< who made the last bet or raise of this round
  BetLimit limit{};
  Chips unposted = 0;       ///< pot limit: what the blinds of this round lack
  Chips full = 0;           ///< fixed limit: the bet that the next raise is counted from
  std::int64_t wagers = 0;  ///< fixed limit: bets and raises of this round

  Stake& at(Seat seat) { return stakes[seat.value]; }
  const Stake& at(Seat seat) const { return stakes[seat.value]; }
  /// Round the table, to the left.
  Seat after(Seat seat) const { return Seat((seat.value + 1) % static_cast<std::uint32_t>(seats)); }

  /// A forced bet, or as much of it as the seat has. The others have to meet it in full.
  void post_blind(Seat seat, Chips chips);
  /// A blind that nobody posts: it has to be met all the same.
  void miss_blind(Chips chips);
  /// A forced bet, but it goes straight to the middle and need not be met.
  void post_ante(Seat seat, Chips chips);
  /// The same for the whole table: it is in the main pot, whoever may win that.
  void post_table_ante(Seat seat, Chips chips);
  /// The highest blind stands for so many bets and raises of the round.
  void count_blinds(std::int64_t bets);
  /// Begins the round: `first` acts first, or who comes after it and can.
  void begin(Seat first);
  /// Ends it: returns what nobody called to who is still in, moves the bets to the middle, and
  /// makes ready for another with `bet_min`.
  void gather(Chips bet_min);

  /// What the seat whose turn it is must add to stay in. 0: it may check.
  Chips to_call() const;
  /// What its bet may become by betting or raising, or none if it may not.
  std::optional<Range> raises() const;
  void fold();
  /// The seat folds, on its turn or not.
  void fold(Seat seat);
  /// Also checks.
  void call();
  /// Requires a number out of raises().
  void raise_to(Chips bet);

  /// Seats that hold cards.
  std::size_t in() const;
  /// Of those, seats with chips behind.
  std::size_t able() const;
  bool operator==(const Betting&) const = default;

 private:
  void pay(Stake& stake, Chips chips);
  bool is_fixed() const { return limit.kind == BetLimit::Kind::fixed; }
  bool reopened(const Stake& stake) const;
  bool is_capped() const;
  /// What `stake` may bet at the most, where it has more than that.
  Chips highest(const Stake& stake, Chips least) const;
  void pass_turn();
  bool must_act(Seat seat) const;
  /// What `seat` has to meet: if nobody else can act, no more than others have bet.
  Chips price(Seat seat) const;
};

}  // namespace fairdeal::rules
