#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "rules/card.h"

namespace fairdeal::rules {

enum class HandCategory : std::uint8_t {
  high_card,
  pair,
  two_pair,
  three_of_a_kind,
  straight,
  flush,
  full_house,
  four_of_a_kind,
  straight_flush,
};

/// The rank of a poker hand. The greater of two wins; equal ones split the pot.
///
///   category · 2^26 + major · 2^13 + minor
///
/// `major` and `minor` are sets of ranks (bit r for rank r). Within a category `major` decides, and
/// then `minor`: for example first the pairs, then the kickers; or first the three cards of a full
/// house, then its pair. Two sets with the same number of ranks compare as numbers exactly as poker
/// compares them, the highest rank first. So no table is needed.
struct HandRank {
  std::uint32_t value = 0;

  constexpr HandCategory category() const { return static_cast<HandCategory>(value >> 26); }
  constexpr std::uint32_t major() const { return value >> 13 & 0x1fff; }
  constexpr std::uint32_t minor() const { return value & 0x1fff; }
  auto operator<=>(const HandRank&) const = default;
};

/// Returns the rank of the best five among 5, 6 or 7 cards. Cost: some 60 machine instructions, no
/// memory.
HandRank rank_hand(CardSet cards);

/// Describes a rank: "two pair, kings and tens".
std::string describe(HandRank rank);

}  // namespace fairdeal::rules
