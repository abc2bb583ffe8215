#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/card.h"
#include "rules/game.h"

namespace fairdeal::rules {

/// A card that a seat has played to a trick of hearts, and that everybody has seen.
struct TrickCard {
  Seat seat;
  Face face;
  bool operator==(const TrickCard&) const = default;
};

constexpr std::size_t kHeartsSeats = 4;
constexpr std::size_t kHeartsCards = 13;  ///< the cards of each seat
constexpr Face kTwoOfClubs = Card{0, 0}.face();

/// Returns the seat that takes `trick`: that of the highest card of the suit that was led.
/// Requires: the trick has a card.
Seat trick_winner(std::span<const TrickCard> trick);
/// Returns the points of a card: one for a heart, thirteen for the queen of spades, else none.
std::int64_t hearts_points(Face face);

/// The rule by which a seat should have played another card.
enum class Wrong : std::uint8_t {
  renounced,
  led_hearts_early,
  gave_points_in_first_trick,
  kept_two_of_clubs,  ///< it said falsely that it had not this card
  led_in_its_place,   ///< it led another card though nobody had to
};
/// Returns "renounced", "led hearts early", "gave points in the first trick", "kept the two of
/// clubs" or "led in place of the two of clubs".
const char* words_of(Wrong wrong);

/// Returns the rule that `card` breaks, if any. `before` are all cards of this hand that were
/// played before it, and `others` the other cards that its seat holds. A seat must follow suit. It
/// must not lead a heart before one has been played, and must not give points in the first trick,
/// unless it has nothing else.
std::optional<Wrong> wrong_with(Face card, std::span<const TrickCard> before,
                                std::span<const Face> others);

/// A breach of the rules. Nobody can see it when it happens, because hands are hidden; everybody
/// sees it at the end of the hand.
struct Renounce {
  std::uint32_t hand;  ///< counted from 0, as is the trick
  Seat seat;
  std::uint32_t trick;
  Face card;
  Wrong wrong;
  bool operator==(const Renounce&) const = default;
};
/// The 52 cards of a hand in the order in which they were played.
struct HandOfHearts {
  std::vector<TrickCard> cards{};
  /// The indexes of the cards that nobody chose, because the seat was absent. If such a card breaks
  /// a rule, this is no renounce, but costs the seat 26 points.
  std::vector<std::size_t> unchosen{};
  /// Whether the holder of the two of clubs leads, and the seats that said before the first trick
  /// that they have not this card; `chosen` is false if the seat was absent.
  struct Declined {
    Seat seat;
    bool chosen = true;
    bool operator==(const Declined&) const = default;
  };
  bool two_leads = false;
  std::vector<Declined> declined{};
};

/// Returns the first renounce of each seat in a hand, in the order in which they happened.
std::vector<Renounce> renounces_in(const HandOfHearts& played, std::uint32_t hand);

/// Returns the points of each seat in a hand. If seats renounced, each of them takes 26 and the
/// others take none. Else the winner of each trick takes its points, and a *silent* seat takes 26
/// whatever it has won, so that nobody gains by silence. A seat is silent if a card of its that
/// nobody chose broke a rule, or if it was absent when it should have led the two of clubs. If the
/// tricks of one seat have all 26 points, each of the others gets 26 and it gets none. In a hand
/// with silent seats these alone pay, and such a seat, if it is silent itself, keeps its 26.
Payoff points_of_hand(const HandOfHearts& played, std::span<const Renounce> renounces);

}  // namespace fairdeal::rules
