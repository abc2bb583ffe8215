#pragma once

#include <string>
#include <vector>

#include "proto/messages.h"

namespace fairdeal::sim {

/// The terms of a table other than the game, as a value.
struct Terms {
  proto::Pace pace{};
  std::uint32_t more_votes = 0;  ///< how many more votes than the least a quorum needs, up to all
  bool recovery = true;          ///< whether there is recovery, where the table is large enough
  bool commit_reveal = false;  ///< whether dice are by commit–reveal even where coins are allowed
};

/// More votes than any table has, so that a quorum is all voters.
inline constexpr std::uint32_t kUnanimous = 99;

/// Applies these terms to a charter that has the defaults of its size.
void set_terms(proto::Charter& charter, const Terms& terms);
/// Returns in words what differs from the defaults.
std::string describe(const Terms& terms);
/// Returns each version of these terms in which one of them is the default again.
std::vector<Terms> simpler(const Terms& terms);

/// Returns how long one step may take at most under these terms, once all is well: it has the time
/// for its answers, for a lost connection, for the turns of a shuffle, and for rounds of votes.
Duration step_max(const proto::Charter& charter);

}  // namespace fairdeal::sim
