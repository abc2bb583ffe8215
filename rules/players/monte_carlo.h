#pragma once

#include "base/rng.h"
#include "rules/players/search.h"

namespace fairdeal::rules {

/// A move, the mean of the results of the matches that were played with it, and how many these are.
struct Sampled {
  Action move;
  Rational mean;
  std::uint64_t matches = 0;
};

/// Plays matches with random moves to their end, `matches` after each move of the seat: flat Monte
/// Carlo. Errors: bad_parameters, if the seat is not asked or the game has hidden cards or dice; as
/// AnyGame::after.
Result<std::vector<Sampled>> sample_moves(const AnyGame& game, Seat seat, std::uint64_t matches,
                                          Rng& rng);

/// Plays `matches` in all, and more of them with moves that did well so far: UCT. The tree grows by
/// one state a match; each seat that moves there takes the move with the greatest upper bound
/// (UCB1), those that move at the same time each for itself. After the tree moves are random. All
/// numbers are integers, so a seed gives the same values on every machine. Errors: as
/// sample_moves().
///
/// Source: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006.
Result<std::vector<Sampled>> search_by_uct(const AnyGame& game, Seat seat, std::uint64_t matches,
                                           Rng& rng);

/// Returns the move with the most matches or, if those are equal, the greatest mean. Requires that
/// there is a move.
const Action& most_played(const std::vector<Sampled>& sampled);

}  // namespace fairdeal::rules
