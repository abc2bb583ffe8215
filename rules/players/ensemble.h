#pragma once

#include <vector>

#include "rules/players/thinker.h"

namespace fairdeal::rules {

/// An ensemble has so many members at most.
inline constexpr std::size_t kEnsembleMax = 4;

/// Returns a player that takes the move which its members like best on average. A member gives a
/// move 1 if it is its best, 0 if it is its worst, and a share between by its value; by its visits
/// where the member counts them. A member that weighs no moves gives 1 to the move that it takes.
///
/// The members think one after the other, several times, each time twice as much, up to their own
/// budgets. If there is no more time, the last time counts in which all were done. A budget with
/// `simulations` or `depth` is in place of the members' own. Requires: 2 to kEnsembleMax members.
Opponent ensemble_of(std::string name, std::vector<Opponent> members);

}  // namespace fairdeal::rules
