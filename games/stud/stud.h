#pragma once

#include "games/poker/poker_game.h"

namespace fairdeal::rules {

/// Seven-card stud for 2 to 7 seats: three cards hidden and four open, and no board.
struct StudRules {
  static constexpr std::size_t kSeatsMax = 7;  ///< for so many there are enough cards
  static constexpr PokerStreet kStreets[] = {
      {.name = "third", .part = "third street", .down = 2, .up = 1},
      {.name = "fourth", .part = "fourth street", .up = 1},
      {.name = "fifth", .part = "fifth street", .up = 1, .doubled = true},
      {.name = "sixth", .part = "sixth street", .up = 1, .doubled = true},
      {.name = "seventh", .part = "seventh street", .down = 1, .doubled = true}};
  static constexpr PokerVariant kRules{.title = "7 Card Stud",
                                       .game_type = "Stud",
                                       .phh = {.fixed = "F7S"},
                                       .streets = kStreets,
                                       .forced = PokerVariant::Forced::bring_in};
  static const GameInfo& info();
};

using Stud = PokerGame<StudRules>;

}  // namespace fairdeal::rules
