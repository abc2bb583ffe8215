#pragma once

#include "games/poker/poker_game.h"

namespace fairdeal::rules {

/// Omaha for 2 to 10 seats: each has four cards, and plays two of them with three of the board.
struct OmahaRules {
  static constexpr PokerStreet kStreets[] = {
      {.name = "preflop", .part = "before the flop", .down = 4},
      {.name = "flop", .part = "flop", .board = 3},
      {.name = "turn", .part = "turn", .board = 1, .doubled = true},
      {.name = "river", .part = "river", .board = 1, .doubled = true}};
  static constexpr PokerVariant kRules{.title = "Omaha",
                                       .game_type = "Omaha",
                                       .phh = {.other = "PO"},
                                       .streets = kStreets,
                                       .two_of_hand = true,
                                       .loads = true};
  static const GameInfo& info();
};

using Omaha = PokerGame<OmahaRules>;

}  // namespace fairdeal::rules
