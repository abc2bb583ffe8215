#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "rules/betting.h"
#include "rules/card.h"
#include "rules/hand_rank.h"

namespace fairdeal::rules {

/// A list of cards without allocation: the board, or the hand of a seat.
struct CardList {
  static constexpr std::size_t kMax = 7;
  std::size_t size = 0;
  std::array<Face, kMax> faces{};

  std::span<const Face> cards() const { return std::span(faces).first(size); }
  void add(Face face) { faces[size++] = face; }
  bool operator==(const CardList&) const = default;
};

/// One round of betting, and the cards that come before it.
struct PokerStreet {
  const char* name;            ///< in the JSON form: "flop"
  const char* part;            ///< in the headings of a log: "before the flop"
  std::uint8_t down = 0;       ///< cards that each seat is dealt for its eyes alone
  std::uint8_t up = 0;         ///< cards that each seat is dealt open, after those
  std::uint8_t board = 0;      ///< cards that come on the board
  const char* draw = nullptr;  ///< each seat may change cards first; what that is called
  bool doubled = false;        ///< with a fixed limit: whether bets have the double size
};

/// The order of the hands that win a pot, or half of it.
enum class HandOrder : std::uint8_t {
  high,             ///< the usual order
  short_deck,       ///< of 36 cards: a flush beats a full house, and A 6 7 8 9 is a straight
  ace_to_five,      ///< the lowest wins, aces are low, straights and flushes do not count
  eight_or_better,  ///< as ace_to_five, for five different ranks from the eight down
  deuce_to_seven,   ///< the lowest wins, aces are high, straights and flushes count
  badugi,           ///< most cards of different ranks and suits win, then the lowest; aces are low
};

/// A game of poker in terms of the table that plays it (poker.h): its cards, streets and ranking.
struct PokerVariant {
  /// The chips that are due before anybody has a choice, beside antes.
  enum class Forced : std::uint8_t {
    blinds,        ///< the two seats left of the button post a small and a big blind
    button_blind,  ///< the button posts a blind
    bring_in,      ///< the seat with the lowest open card (or the highest) brings in
    of_the_game,   ///< the table changes its game: blinds, or a bring-in and antes
  };

  const char* title;      ///< as hand histories have it: "Hold'em"
  const char* game_type;  ///< as the Open Hand History format has it: "Holdem"
  /// The games of the Poker Hand History format: the one with a fixed limit and the one without.
  /// The first letter of each is its limit: F, N or P.
  struct PhhNames {
    const char* fixed = nullptr;
    const char* other = nullptr;
  };
  PhhNames phh{};
  std::span<const PokerStreet> streets;
  HandOrder order = HandOrder::high;
  std::optional<HandOrder> low{};  ///< the order of the hands that win half of each pot
  Forced forced = Forced::blinds;
  bool two_of_hand = false;      ///< whether a hand has exactly two of the seat's cards
  std::uint32_t first_face = 0;  ///< the deck has all faces from this one on
  bool loads = false;            ///< whether a state can be read back

  /// Returns how many cards each seat has on the street with this number, from 0 on.
  constexpr std::size_t hole_by(std::size_t street) const {
    std::size_t cards = 0;
    for (std::size_t i = 0; i <= street; ++i) cards += streets[i].down + streets[i].up;
    return cards;
  }
  constexpr std::size_t board_by(std::size_t street) const {
    std::size_t cards = 0;
    for (std::size_t i = 0; i <= street; ++i) cards += streets[i].board;
    return cards;
  }
  /// Returns the number of the street on which a seat gets this card of its own.
  constexpr std::size_t street_of(std::size_t card) const {
    std::size_t street = 0;
    while (card >= hole_by(street)) ++street;
    return street;
  }
  constexpr std::size_t hole() const { return hole_by(streets.size() - 1); }
  constexpr std::size_t board() const { return board_by(streets.size() - 1); }
  constexpr bool is_up(std::size_t card) const {
    std::size_t first = 0;
    for (const PokerStreet& street : streets) {
      if (card < first + street.down + street.up) return card >= first + street.down;
      first += street.down + street.up;
    }
    return false;
  }
  constexpr bool has_draws() const {
    for (const PokerStreet& street : streets)
      if (street.draw != nullptr) return true;
    return false;
  }
  bool has_blinds() const { return forced == Forced::blinds; }
  bool has_bring_in() const { return forced == Forced::bring_in; }
  /// Returns whether this is no game but a table that changes its game (mix.h).
  bool is_mixed() const { return forced == Forced::of_the_game; }
  std::uint32_t deck_size() const { return Card::kFaces - first_face; }

  /// Returns whether there are enough cards to rank a hand.
  bool ranks(const CardList& board, const CardList& hand) const;
  /// Returns the rank of a hand by `order` or `low`: the greater of two wins. None if the hand does
  /// not qualify. Requires: ranks(board, hand).
  HandRank rank(const CardList& board, const CardList& hand) const;
  std::optional<HandRank> low_rank(const CardList& board, const CardList& hand) const;
  std::optional<HandRank> rank_hands(HandOrder by, const CardList& board,
                                     const CardList& hand) const;
  /// Describes a hand: "two pair, kings and tens", and its low, if it has one: "7-5-4-2-A low".
  std::string describe(const CardList& board, const CardList& hand) const;
  /// Returns the rank of open cards, as poker has it without straights and flushes, and without
  /// suits. Of razz aces are low.
  std::uint64_t open_rank(std::span<const Face> open) const;
  /// Return whether the seat with the first of these open cards speaks before that with the second,
  /// and whether it brings in rather.
  bool speaks_before(const CardList& open, const CardList& than) const;
  bool brings_in_before(const CardList& open, const CardList& than) const;
};

/// Returns the rank of the best five of these cards by `order`; of badugi, of the best four or
/// fewer. None if there is no hand that qualifies. Requires: at least five cards, four of badugi.
std::optional<HandRank> rank_by(HandOrder order, std::span<const Face> cards);
/// Describes such a rank: "8-6-4-3-A", "three cards, 5-3-A".
std::string describe(HandOrder order, HandRank rank);

}  // namespace fairdeal::rules
