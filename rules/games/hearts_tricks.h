#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/card.h"
#include "rules/game.h"

namespace fairdeal::rules {

/// The tricks of hearts, judged from cards that everybody has seen.
struct TrickCard {
  Seat seat;
  Face face;
  bool operator==(const TrickCard&) const = default;
};

constexpr std::size_t kHeartsSeats = 4;
constexpr std::size_t kHeartsCards = 13;  ///< of each seat

/// Who takes `trick`: the highest card of the suit that was led. Requires a card.
Seat trick_winner(std::span<const TrickCard> trick);
/// A heart one, the queen of spades thirteen.
std::int64_t hearts_points(Face face);

/// Why a seat should have played another card.
enum class Wrong : std::uint8_t { renounced, led_hearts_early, gave_points_in_first_trick };
/// "renounced", "led hearts early", "gave points in the first trick".
const char* words_of(Wrong wrong);

/// What is wrong with `card` after the cards `before` (all of this hand), for a seat that holds
/// `others` besides: it must follow suit; hearts are not led before one has fallen, nor are points
/// given in the first trick, unless there is nothing else.
std::optional<Wrong> wrong_with(Face card, std::span<const TrickCard> before,
                                std::span<const Face> others);

/// What nobody could know when it happened, as hands are hidden, and all see at the end.
struct Renounce {
  std::uint32_t hand;  ///< from 0, and so is the trick
  Seat seat;
  std::uint32_t trick;
  Face card;
  Wrong wrong;
  bool operator==(const Renounce&) const = default;
};
/// The 52 cards of a hand as they were played.
struct HandOfHearts {
  std::vector<TrickCard> cards{};
  /// Which of them, from 0, nobody chose, for the seat was absent: their breaking the rules is no
  /// renounce.
  std::vector<std::size_t> unchosen{};
};

/// The first of each seat in a hand, in their order.
std::vector<Renounce> renounces_in(const HandOfHearts& played, std::uint32_t hand);

/// Each seat's points of a hand. Who renounced takes 26 and everybody else nothing. Else each
/// trick is its winner's; but where a card that nobody chose broke the rules, the trick is that
/// seat's, so that nobody falls silent in order not to follow suit. Who takes all 26, and broke no
/// rule, gives them to each of the others.
Payoff points_of_hand(const HandOfHearts& played, std::span<const Renounce> renounces);

}  // namespace fairdeal::rules
