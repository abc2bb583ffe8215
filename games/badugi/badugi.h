#pragma once

#include "games/poker/poker_game.h"

namespace fairdeal::rules {

/// Badugi for 2 to 8 seats: most cards of different ranks and suits win, then the lowest.
struct BadugiRules {
  static constexpr PokerStreet kStreets[] = {
      {.name = "predraw", .part = "before the first draw", .down = 4},
      {.name = "first_draw", .part = "after the first draw", .draw = "first draw"},
      {.name = "second_draw",
       .part = "after the second draw",
       .draw = "second draw",
       .doubled = true},
      {.name = "third_draw",
       .part = "after the third draw",
       .draw = "third draw",
       .doubled = true}};
  static constexpr PokerVariant kRules{.title = "Badugi",
                                       .game_type = "Draw",
                                       .phh = {.fixed = "FB"},
                                       .streets = kStreets,
                                       .order = HandOrder::badugi};
  static const GameInfo& info();
};

using Badugi = PokerGame<BadugiRules>;

}  // namespace fairdeal::rules
