#pragma once

#include <algorithm>
#include <cstddef>

#include "base/seat_set.h"

namespace fairdeal::consensus {

/// The voters of a step, and how many of them must agree (docs/agreement.md).
struct Quorum {
  SeatSet voters;  ///< the validators that are neither gone nor convicted
  std::size_t needed;
  std::size_t max_faulty;  ///< f: so many may lie, and no two honest peers decide differently

  /// Returns how many voters must be in later rounds before a peer skips to them: more than f, so
  /// that one of them is honest; more than V − q, so that this round has no quorum without them;
  /// and at least two. Tendermint has f + 1 (line 55); the model has this as rule (f).
  constexpr std::size_t to_skip() const {
    return std::max({max_faulty, voters.size() - std::min(voters.size(), needed), std::size_t{1}}) +
           1;
  }
};

/// Returns how many of V validators must agree unless the terms ask for more: 1 of 1, 2 of 2,
/// 2 of 3, and ⌊2V/3⌋ + 1 from V = 4 on.
constexpr std::size_t default_quorum(std::size_t validators) {
  if (validators <= 2) return validators;
  return validators == 3 ? 2 : 2 * validators / 3 + 1;
}

/// Returns the quorum after a member left, was convicted or was voted out: of a table of
/// `validators`, whose charter asks for `needed`, when only `voters` vote. Of the others, `left`
/// went by their own word, and the table counts as if it had never had them: as far as its size
/// allows, it goes on without as many silent members as before. `convicted` ones are known to lie,
/// so fewer liars are at large. The rest were voted out; f stays as it was, for a network and a
/// quorum can vote an honest member out against its will.
///
/// Why this is safe: any two quorums share an honest voter, since 2·needed > voters + max_faulty as
/// long as more voters are left than may lie. So two quorums decide differently only if an honest
/// voter helps both, which its locks forbid. Where the charter asks for all, no honest voter is
/// ever released from its vote, so all but one may lie (docs/model/README.md, Voters).
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
