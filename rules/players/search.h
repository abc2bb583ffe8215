#pragma once

#include "rules/players/heuristics.h"

namespace fairdeal::rules {

/// A move, and its value for the seat that makes it.
struct Evaluated {
  Action move;
  Rational value;
};

struct Search {
  Heuristic heuristic;
  unsigned horizon = 4;    ///< the depth of the search; the state after a move has depth 1
  bool alpha_beta = true;  ///< whether to skip moves that cannot change the values
};

/// Returns the values of a seat's moves, found by looking ahead. The value of a finished state is
/// its result, and that of a state at the horizon is its heuristic. In all other states the seat
/// takes the move with the greatest value and every other seat the one with the least. A roll of
/// dice is a level of its own: its value is the mean, and no outcome is skipped. If other seats
/// move at the same time, the value is the mean over their moves. Errors: bad_parameters, if the
/// seat is not asked or the game has hidden cards or dice.
Result<std::vector<Evaluated>> evaluate_moves(const AnyGame& game, Seat seat, const Search& search);

/// Returns the moves with the greatest value.
std::vector<Action> best_moves(const std::vector<Evaluated>& evaluated);

}  // namespace fairdeal::rules
