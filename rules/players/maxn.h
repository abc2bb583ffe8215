#pragma once

#include "rules/players/search.h"

namespace fairdeal::rules {

/// Returns the values of a seat's moves where each seat takes the move that is best for itself.
/// They are those of evaluate_moves() if what one seat wins the other loses; with three seats or
/// more they are not. A finished state has its result, and a state at depth `horizon` the heuristic
/// of each seat; the state after a move has depth 1. Of moves that are equally good for the seat
/// that makes them the first counts. Errors: bad_parameters, if the seat is not asked, or the game
/// has chance or moves at the same time.
///
/// Source: Luckhardt and Irani, "An Algorithmic Solution of N-Person Games", AAAI 1986.
Result<std::vector<Evaluated>> evaluate_moves_by_maxn(const AnyGame& game, Seat seat,
                                                      const Heuristic& heuristic, unsigned horizon);

}  // namespace fairdeal::rules
