#pragma once

#include <functional>
#include <optional>
#include <set>

#include "base/rng.h"
#include "rules/any_game.h"

namespace fairdeal::rules {

/// Chooses one of a seat's legal moves. It knows what the seat knows: the public value, and the
/// seat's own cards and dice. It draws all its random numbers from `rng`, so the same seed gives
/// the same move. Requires: the seat's move is wanted.
using Player = std::function<Action(const AnyGame& game, Seat seat, const Known& known, Rng& rng)>;

/// Chooses any legal move, each equally likely, but none that is left to people. If the move has a
/// free number, it chooses the least, the greatest or one between, small ones more often. Cost:
/// that of AnyGame::legal.
Action random_move(const AnyGame& game, Seat seat, const Known& known, Rng& rng);

/// Chooses a move by rules of thumb in hold'em, hearts, go fish, tic-tac-toe and pig, the move that
/// a script with a bot suggests, and a random move in any other game. Cost: below 0.2 ms (hold'em
/// with ten seats).
Action simple_move(const AnyGame& game, Seat seat, const Known& known, Rng& rng);

/// Returns the player's move or, if the rules failed at that one, another legal move at which they
/// have not failed yet; none after many. `failed`: the moves at which they failed here.
std::optional<Action> next_best_move(const Player& player, const AnyGame& game, Seat seat,
                                     const Known& known, Rng& rng, const std::set<Action>& failed);

}  // namespace fairdeal::rules
