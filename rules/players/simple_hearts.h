#pragma once

#include "rules/games/hearts.h"

namespace fairdeal::rules {

/// Never renounces. Passes high cards and the queen of spades, plays the highest card that does not
/// take the trick, and gives away what is worst to keep.
Hearts::Move simple_hearts_move(const Hearts& game, Seat seat, const Known& known);

}  // namespace fairdeal::rules
