#pragma once

#include "games/poker/poker_game.h"

namespace fairdeal::rules {

/// Texas hold'em for 2 to 10 seats, with no limit, a pot limit or fixed limits.
struct HoldemRules {
  static constexpr PokerStreet kStreets[] = {
      {.name = "preflop", .part = "before the flop", .down = 2},
      {.name = "flop", .part = "flop", .board = 3},
      {.name = "turn", .part = "turn", .board = 1, .doubled = true},
      {.name = "river", .part = "river", .board = 1, .doubled = true}};
  static constexpr PokerVariant kRules{.title = "Hold'em",
                                       .game_type = "Holdem",
                                       .phh = {.fixed = "FT", .other = "NT"},
                                       .streets = kStreets,
                                       .loads = true};
  static const GameInfo& info();
};

using Holdem = PokerGame<HoldemRules>;

}  // namespace fairdeal::rules
