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
  Chips stack = 0;             ///< chips that it may still bet
  Chips bet = 0;               ///< chips that it has bet in this round
  Chips paid = 0;              ///< its antes and its bets of the hand's earlier rounds
  Chips dead = 0;              ///< the part of `paid` that was for the whole table: Pot
  bool in = false;             ///< whether it holds cards and has not folded
  std::optional<Chips> met{};  ///< the highest bet when it last acted in this round

  Chips total() const { return stack + bet + paid; }
  bool can_act() const { return in && stack > 0; }
  bool operator==(const Stake&) const = default;
};

/// How high a seat may bet. With a fixed limit every bet and raise has the same size.
struct BetLimit {
  enum class Kind : std::uint8_t { none, pot, fixed };
  Kind kind = Kind::none;
  /// How many raises may follow a bet in one round of a fixed limit. 0 means any number.
  std::int64_t raises = 0;
  bool operator==(const BetLimit&) const = default;
};

/// One round of betting: whose turn it is, and what that seat may do. Chips move between places,
/// and their sum stays the same. The rules are those of the Tournament Directors Association, 2024.
///
/// A raise is at least as large as the last bet or raise, unless the seat is all-in with it. A seat
/// that has acted may raise again only when the short raises since then add up to a full raise
/// (rule 47). With a fixed limit half a bet is enough: then the short raise counts as a raise, and
/// otherwise the next raise only completes the bet. The cap on raises does not apply when only two
/// seats have chips left in the whole match (rule 48).
///
/// With a pot limit a seat may raise by the size of the pot after its call. Blinds that were posted
/// short, or not at all, count in full in the round of the blinds (rule 54).
class Betting {
 public:
  static constexpr std::size_t kSeatsMax = 10;
  std::array<Stake, kSeatsMax> stakes{};
  std::size_t seats = 0;
  Chips to_meet = 0;                ///< the highest bet, or the big blind if that was posted short
  Chips raise_min = 0;              ///< the least size of a raise; at first, of a bet
  std::optional<Seat> turn{};       ///< the seat to act; none when the round is over
  std::optional<Seat> aggressor{};  ///< the seat that made the last bet or raise of this round
  BetLimit limit{};
  Chips unposted = 0;       ///< pot limit: the chips that this round's blinds lack
  Chips full = 0;           ///< fixed limit: the bet that the next raise is added to
  std::int64_t wagers = 0;  ///< fixed limit: how many bets and raises this round has had
  bool brought_in = false;  ///< whether there is a bring-in that nobody has raised

  Stake& at(Seat seat) { return stakes[seat.value]; }
  const Stake& at(Seat seat) const { return stakes[seat.value]; }
  /// Returns the next seat to the left.
  Seat after(Seat seat) const { return Seat((seat.value + 1) % static_cast<std::uint32_t>(seats)); }

  /// Posts a blind, or as much of it as the seat has. The others have to meet it in full.
  void post_blind(Seat seat, Chips chips);
  /// Counts a blind that nobody posts. It has to be met all the same.
  void miss_blind(Chips chips);
  /// Posts an ante, or as much of it as the seat has. It is no bet, so the others need not meet it.
  void post_ante(Seat seat, Chips chips);
  /// Posts the ante of the whole table. It goes into the main pot, and the seat that pays it gets
  /// no right to a larger share of the pots.
  void post_table_ante(Seat seat, Chips chips);
  /// Posts the bring-in of the seat to act, which has then acted. It counts as no bet, so that the
  /// first raise completes it to one.
  void bring_in(Chips chips);
  /// Counts the blinds as `bets` bets and raises of the round. Only a fixed limit needs this.
  void count_blinds(std::int64_t bets);
  /// Begins the round: gives the turn to the first seat from `first` on that has to act, if any.
  void begin(Seat first);
  /// Ends the round: returns the part of the highest bet that nobody called, if its seat is still
  /// in; adds the bets to `paid`; and prepares a round in which the least bet is `bet_min`.
  void gather(Chips bet_min);

  /// Returns what the seat to act must add to stay in. It may check if that is 0.
  Chips to_call() const;
  /// Returns what the bet of the seat to act may become by a bet or raise, or none if it may not.
  std::optional<Range> raises() const;
  void fold();
  /// Folds the hand of `seat`, on its turn or not.
  void fold(Seat seat);
  /// Calls the bet, or checks if there is nothing to call.
  void call();
  /// Bets or raises, so that the seat's bet becomes `bet`. Requires a number out of raises().
  void raise_to(Chips bet);

  /// Returns how many seats have not folded.
  std::size_t in() const;
  /// Returns how many of these still have chips to bet.
  std::size_t able() const;
  bool operator==(const Betting&) const = default;

 private:
  void pay(Stake& stake, Chips chips);
  bool is_fixed() const { return limit.kind == BetLimit::Kind::fixed; }
  bool reopened(const Stake& stake) const;
  bool is_capped() const;
  /// Returns the highest bet that the limit allows; raises() cuts it to what the seat has.
  Chips highest(const Stake& stake, Chips least) const;
  void pass_turn();
  bool must_act(Seat seat) const;
  /// Returns the bet that `seat` has to meet. If nobody else can act, that is no more than the
  /// others have bet.
  Chips price(Seat seat) const;
};

}  // namespace fairdeal::rules
