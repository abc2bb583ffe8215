#pragma once

#include <vector>

#include "rules/any_game.h"

namespace fairdeal::rules {

/// Names moves that are the slots of the seat's own cards by these cards: "play card 4" becomes
/// "play 9♣", and the names "9♣", "9c" and "play 9c" may be typed. The moves then stand in the
/// order of suits and ranks, as a hand is sorted. The game's label stays another name of the move.
/// The hint of the game says where a view pairs slots with cards (`cards`, `mine`, `pairs`). A pair
/// counts only if the card is the one that this program itself knows, with the deuce or the ace as
/// face 0. So no script can have a move named by another card of its choice, and naming moves so
/// takes nobody's consent. A card's name is no name of any other move.
void name_own_cards(std::vector<Choice>& choices, const AnyGame& game, Seat seat,
                    const Known& known);

}  // namespace fairdeal::rules
