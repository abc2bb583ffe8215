#pragma once

#include "games/hearts/hearts.h"

namespace fairdeal::rules {

/// Chooses a move that is no renounce. It passes the cards that are worst to keep: the queen of
/// spades, then hearts, then high cards. In a trick it plays the worst of the cards that do not
/// take it, or else the best one that does.
Hearts::Move simple_hearts_move(const Hearts& game, Seat seat, const Known& known);

}  // namespace fairdeal::rules
