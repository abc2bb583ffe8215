#pragma once

#include "rules/players/thinker.h"

namespace fairdeal::rules {

/// Returns the player of poker with a board and hidden hands: hold'em, short deck and Omaha, for 2
/// to 10 seats. It estimates how strong each hand is that a rival may hold, by completing the
/// board at random; it weighs these hands by what their seat has bet, called and checked in this
/// hand; and it chooses the move that brings most chips on average if the rivals call what the pot
/// is worth to them.
///
/// `Budget::simulations` is how many boards it completes on each street; 0: 300. With few of them
/// it misjudges what may still come. Cost: some 0.1 ms a board and street of hold'em.
ThinkerKind range_kind();

}  // namespace fairdeal::rules
