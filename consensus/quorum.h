#pragma once

#include <algorithm>
#include <cstddef>

#include "base/seat_set.h"

namespace fairdeal::consensus {

/// Who votes on a step, and how many must agree (docs/agreement.md).
struct Quorum {
  SeatSet voters;  ///< the validators that are neither gone nor convicted
  std::size_t needed;
  std::size_t liars;  ///< f: how many may lie without two honest peers deciding differently
};

/// V = 1: 1. V = 2: both. V = 3: 2. V ≥ 4: ⌊2V/3⌋ + 1.
constexpr std::size_t default_quorum(std::size_t validators) {
  if (validators <= 2) return validators;
  return validators == 3 ? 2 : 2 * validators / 3 + 1;
}

/// What is left of a table of `validators`, whose charter asks for `needed`, when only `voters`
/// vote and `convicted` of the others are known to lie. Whoever left counts as one that would have
/// agreed; but any two quorums still share an honest voter: 2·needed > voters + liars. Where the
/// charter asks for all, nobody ever goes back on its vote, and any number may lie.
constexpr Quorum quorum_of(std::size_t validators, std::size_t needed, SeatSet voters,
                           std::size_t convicted) {
  const std::size_t present = voters.size();
  if (needed == validators) return {voters, present, present > 0 ? present - 1 : 0};
  const std::size_t liars = (validators - 1) / 3;
  const std::size_t at_large = liars - std::min(liars, convicted);
  const std::size_t left = validators - present;
  const std::size_t least = (present + at_large) / 2 + 1;
  return {voters, std::min(present, std::max(needed - std::min(needed, left), least)), at_large};
}

}  // namespace fairdeal::consensus
