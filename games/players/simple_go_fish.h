#pragma once

#include "base/rng.h"
#include "games/go-fish/go_fish.h"

namespace fairdeal::rules {

/// Chooses a move without lying: asks a random seat for a rank that it holds itself, and gives
/// every card that is asked for.
GoFish::Move simple_go_fish_move(const GoFish& game, Seat seat, const Known& known, Rng& rng);

}  // namespace fairdeal::rules
