#pragma once

#include <algorithm>
#include <cstddef>

#include "base/seat_set.h"

namespace fairdeal::consensus {

/// Who votes on a step, and how many must agree (docs/agreement.md).
struct Quorum {
  SeatSet voters;  ///< the validators that are neither gone nor convicted
  std::size_t needed;
  std::size_t max_faulty;  ///< f: how many may lie without two honest peers deciding differently

  /// How many voters must be in a later round before others skip to it: one of them is honest, more
  /// than could stop this round by themselves, and never one alone.
  constexpr std::size_t to_skip() const {
    return std::max({max_faulty, voters.size() - std::min(voters.size(), needed), std::size_t{1}}) +
           1;
  }
};

/// V = 1: 1. V = 2: both. V = 3: 2. V ≥ 4: ⌊2V/3⌋ + 1.
constexpr std::size_t default_quorum(std::size_t validators) {
  if (validators <= 2) return validators;
  return validators == 3 ? 2 : 2 * validators / 3 + 1;
}

/// The quorum that is left of a table of `validators`, whose charter asks for `needed`, when only
/// `voters` vote. `left` others went by their own word: the table is as if it had never had them,
/// and if it is large enough it goes on without as many silent members as before. `convicted` ones
/// are known to lie. The rest were voted out, and each counts as one that would have agreed.
///
/// Why this is safe: any two quorums share an honest voter, since 2·needed > voters + max_faulty.
/// Where the charter asks for all, nobody goes back on its vote, so any number may be faulty
/// (docs/model/README.md, Who counts).
constexpr Quorum quorum_of(std::size_t validators, std::size_t needed, SeatSet voters,
                           std::size_t convicted, std::size_t left) {
  const std::size_t present = voters.size();
  if (needed == validators) return {voters, present, present > 0 ? present - 1 : 0};
  const std::size_t members = validators - left;
  const std::size_t of_members =
      std::max(default_quorum(members), members - std::min(members, validators - needed));
  const std::size_t max_faulty = members > 0 ? (members - 1) / 3 : 0;
  const std::size_t at_large = max_faulty - std::min(max_faulty, convicted);
  const std::size_t out = members - present;
  const std::size_t least = (present + at_large) / 2 + 1;
  return {voters, std::min(present, std::max(of_members - std::min(of_members, out), least)),
          at_large};
}

}  // namespace fairdeal::consensus
