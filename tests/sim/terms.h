#pragma once

#include <string>
#include <vector>

#include "proto/messages.h"

namespace fairdeal::sim {

/// What a table's members agree on beside the game: a value, as Faults is.
struct Terms {
  proto::Pace pace{};
  std::uint32_t more_votes = 0;  ///< the quorum asks for so many more than it must; at most for all
  bool recovery = true;          ///< where the table is large enough
  bool commit_reveal = false;    ///< also where recovery would allow coins
};

/// More votes than any table has: a quorum of all.
inline constexpr std::uint32_t kUnanimous = 99;

/// Changes a charter that has the defaults of its size.
void set_terms(proto::Charter& charter, const Terms& terms);
/// What differs from the defaults, in words.
std::string describe(const Terms& terms);
/// Each way of making one of them the default again.
std::vector<Terms> simpler(const Terms& terms);

/// What one step may take at the longest under these terms, once all is well: the time for its
/// answers, what a lost connection is allowed, the turns of a shuffle, and the rounds of votes.
Duration step_max(const proto::Charter& charter);

}  // namespace fairdeal::sim
