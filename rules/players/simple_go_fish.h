#pragma once

#include "base/rng.h"
#include "rules/games/go_fish.h"

namespace fairdeal::rules {

/// Never lies: asks anybody for a rank it holds, and gives all that is asked for.
GoFish::Move simple_go_fish_move(const GoFish& game, Seat seat, const Known& known, Rng& rng);

}  // namespace fairdeal::rules
