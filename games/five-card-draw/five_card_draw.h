#pragma once

#include "games/poker/poker_game.h"

namespace fairdeal::rules {

/// Five-card draw for 2 to 6 seats: five hidden cards, of which any are changed once.
struct FiveCardDrawRules {
  static constexpr PokerStreet kStreets[] = {
      {.name = "predraw", .part = "before the draw", .down = 5},
      {.name = "draw", .part = "after the draw", .draw = "draw", .doubled = true}};
  static constexpr PokerVariant kRules{
      .title = "5 Card Draw", .game_type = "Draw", .phh = {.other = "N5D"}, .streets = kStreets};
  static const GameInfo& info();
};

using FiveCardDraw = PokerGame<FiveCardDrawRules>;

}  // namespace fairdeal::rules
