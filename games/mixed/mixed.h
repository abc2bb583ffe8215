#pragma once

#include "games/holdem/holdem.h"
#include "games/poker/poker_game.h"

namespace fairdeal::rules {

/// Poker that changes its game, as HORSE does, for 2 to 7 seats. The table is in
/// games/poker/mix.cc.
struct MixedRules {
  /// The streets are those of each hand's game; these are of the first one by default.
  static constexpr PokerVariant kRules{.title = "Mixed",
                                       .game_type = "Mixed",
                                       .streets = HoldemRules::kStreets,
                                       .forced = PokerVariant::Forced::of_the_game};
  static const GameInfo& info();
};

using Mixed = PokerGame<MixedRules>;

}  // namespace fairdeal::rules
