#pragma once

#include "games/stud/stud.h"

namespace fairdeal::rules {

/// Seven-card stud for 2 to 7 seats in which the best high and the best low hand share each pot.
struct StudHiLoRules {
  static constexpr PokerVariant kRules{.title = "7 Card Stud Hi/Lo",
                                       .game_type = "StudHiLo",
                                       .phh = {.fixed = "F7S/8"},
                                       .streets = StudRules::kStreets,
                                       .low = HandOrder::eight_or_better,
                                       .forced = PokerVariant::Forced::bring_in};
  static const GameInfo& info();
};

using StudHiLo = PokerGame<StudHiLoRules>;

}  // namespace fairdeal::rules
