#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace fairdeal::rules {

/// A card of the deck of 52. Face k has rank k / 4 and suit k % 4, so the order is 2c 2d 2h 2s 3c …
/// As.
struct Card {
  static constexpr std::uint32_t kFaces = 52;

  std::uint32_t rank;  ///< from 0, the deuce, to 12, the ace
  std::uint32_t suit;  ///< 0 clubs, 1 diamonds, 2 hearts, 3 spades

  constexpr Face face() const { return Face(4 * rank + suit); }
  bool operator==(const Card&) const = default;
};
/// Returns the card of a face. Requires a face below Card::kFaces.
constexpr Card card_of(Face face) { return {face.value / 4, face.value % 4}; }
/// Returns the ids 0 … 51, as the faces of all cards or as the slots in which they lie.
template <class Id>
std::vector<Id> all_cards() {
  std::vector<Id> ids;
  for (std::uint32_t k = 0; k < Card::kFaces; ++k) ids.push_back(Id(k));
  return ids;
}

/// Returns the card's name in letters: "Ah", "Td". JSON has this form, people type it, and it is
/// shown where a terminal may lack the symbols.
std::string card_name(Face face);
/// Returns the card's name with the symbol of its suit: "A♥", "T♦".
std::string card_symbol(Face face);
/// Returns the face that card_name calls `name`. Errors: not_canonical.
Result<Face> parse_card(std::string_view name);

/// A set of cards. The bit of a card is 16·suit + rank.
struct CardSet {
  std::uint64_t bits = 0;

  static constexpr CardSet of(Face face) {
    const Card card = card_of(face);
    return {std::uint64_t{1} << (16 * card.suit + card.rank)};
  }
  friend constexpr CardSet operator|(CardSet a, CardSet b) { return {a.bits | b.bits}; }
  constexpr CardSet& operator|=(CardSet other) { return *this = *this | other; }
  constexpr bool overlaps(CardSet other) const { return (bits & other.bits) != 0; }
  bool operator==(const CardSet&) const = default;
};

}  // namespace fairdeal::rules
