#pragma once

#include <functional>

#include "base/rng.h"
#include "rules/any_game.h"

namespace fairdeal::rules {

/// Chooses one of a seat's legal moves, knowing what the seat knows: the public value and its own
/// cards and dice. Whatever it leaves to chance it draws from the Rng, so a seed repeats it.
/// Requires that the seat's move is wanted.
using Player = std::function<Action(const AnyGame& game, Seat seat, const Known& known, Rng& rng)>;

/// Any legal move, all equally likely; where a move has a free number, the least, the greatest,
/// or one between, small ones more often. What is left to people it leaves to them. Cost: what
/// AnyGame::legal costs.
Action random_move(const AnyGame& game, Seat seat, const Known& known, Rng& rng);

/// Plays by rules of thumb where it has some: hold'em, hearts, go fish, tic-tac-toe, pig. Else a
/// random move. Cost: below 0.2 ms (hold'em with ten seats).
Action simple_move(const AnyGame& game, Seat seat, const Known& known, Rng& rng);

}  // namespace fairdeal::rules
