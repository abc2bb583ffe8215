#pragma once

#include <span>
#include <string>

#include "games/poker/variant.h"

namespace fairdeal::rules {

/// A game that a mixed table may play.
struct MixedGame {
  const char* name;  ///< as in lists of games: "razz"
  const PokerVariant* rules;
};

/// Returns all of them by their names: games with a deck of 52, and with blinds or a bring-in.
std::span<const MixedGame> mixed_games();

}  // namespace fairdeal::rules
