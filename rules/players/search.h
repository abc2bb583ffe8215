#pragma once

#include "rules/players/heuristics.h"

namespace fairdeal::rules {

/// A move with what it is worth to the seat that makes it.
struct Evaluated {
  Action move;
  Rational value;
};

struct Search {
  Heuristic heuristic;
  unsigned horizon = 4;    ///< a move's successor has depth 1
  bool alpha_beta = true;  ///< leaves out what cannot matter; the values are the same
};

/// Values of a seat's moves by looking ahead: a finished state counts its result, one at the
/// horizon what the heuristic says, and between them the seat takes the greatest value and all
/// others the least. Dice take one level, which is averaged, and are never cut. Where others move
/// at the same time, the mean over their moves counts. Errors: bad_parameters if the seat is not
/// asked, or cards decide.
Result<std::vector<Evaluated>> evaluate_moves(const AnyGame& game, Seat seat, const Search& search);

/// The moves with the greatest value.
std::vector<Action> best_moves(const std::vector<Evaluated>& evaluated);

}  // namespace fairdeal::rules
