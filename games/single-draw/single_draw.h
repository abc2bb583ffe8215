#pragma once

#include "games/poker/poker_game.h"

namespace fairdeal::rules {

/// Deuce-to-seven single draw for 2 to 6 seats: the lowest hand wins, with aces high.
struct SingleDrawRules {
  static constexpr PokerStreet kStreets[] = {
      {.name = "predraw", .part = "before the draw", .down = 5},
      {.name = "draw", .part = "after the draw", .draw = "draw", .doubled = true}};
  static constexpr PokerVariant kRules{.title = "Single Draw 2-7 Lowball",
                                       .game_type = "Draw",
                                       .phh = {.other = "N2L1D"},
                                       .streets = kStreets,
                                       .order = HandOrder::deuce_to_seven};
  static const GameInfo& info();
};

using SingleDraw = PokerGame<SingleDrawRules>;

}  // namespace fairdeal::rules
