#pragma once

#include <cstddef>

namespace fairdeal::consensus {

/// How many of how many (docs/agreement.md). A value of the charter.
struct Quorum {
  std::size_t validators;
  std::size_t needed;

  /// How many may lie without two honest peers deciding differently.
  std::size_t liars() const { return (validators - 1) / 3; }
};

/// V = 1: 1. V = 2: both. V = 3: 2. V ≥ 4: ⌊2V/3⌋ + 1.
constexpr std::size_t default_quorum(std::size_t validators) {
  if (validators <= 2) return validators;
  return validators == 3 ? 2 : 2 * validators / 3 + 1;
}

}  // namespace fairdeal::consensus
