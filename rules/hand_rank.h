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

/// What a poker hand is worth: the greater wins, equals split.
///
///   category · 2^26 + major · 2^13 + minor
///
/// `major` and `minor` are sets of ranks (bit r for rank r) that decide within the category, one
/// after the other: the pairs, then the kickers; the three, then the pair it is full of; the cards
/// of a flush. Two sets of as many ranks compare as numbers exactly as poker compares them, the
/// highest first, so nothing has to be looked up.
struct HandRank {
  std::uint32_t value = 0;

  constexpr HandCategory category() const { return static_cast<HandCategory>(value >> 26); }
  constexpr std::uint32_t major() const { return value >> 13 & 0x1fff; }
  constexpr std::uint32_t minor() const { return value & 0x1fff; }
  auto operator<=>(const HandRank&) const = default;
};

/// The best five of 5, 6 or 7 cards. Cost: some 60 machine instructions, no memory.
HandRank rank_hand(CardSet cards);

/// "two pair, kings and tens".
std::string describe(HandRank rank);

}  // namespace fairdeal::rules
