#pragma once

#include "games/poker/poker_game.h"

namespace fairdeal::rules {

/// Deuce-to-seven triple draw for 2 to 6 seats: the lowest hand wins, with aces high.
struct TripleDrawRules {
  static constexpr PokerStreet kStreets[] = {
      {.name = "predraw", .part = "before the first draw", .down = 5},
      {.name = "first_draw", .part = "after the first draw", .draw = "first draw"},
      {.name = "second_draw",
       .part = "after the second draw",
       .draw = "second draw",
       .doubled = true},
      {.name = "third_draw",
       .part = "after the third draw",
       .draw = "third draw",
       .doubled = true}};
  static constexpr PokerVariant kRules{.title = "Triple Draw 2-7 Lowball",
                                       .game_type = "Draw",
                                       .phh = {.fixed = "F2L3D"},
                                       .streets = kStreets,
                                       .order = HandOrder::deuce_to_seven};
  static const GameInfo& info();
};

using TripleDraw = PokerGame<TripleDrawRules>;

}  // namespace fairdeal::rules
