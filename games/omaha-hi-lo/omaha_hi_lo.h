#pragma once

#include "games/omaha/omaha.h"

namespace fairdeal::rules {

/// Omaha for 2 to 10 seats in which the best high hand and the best low hand share each pot.
struct OmahaHiLoRules {
  static constexpr PokerVariant kRules{.title = "Omaha Hi/Lo",
                                       .game_type = "OmahaHiLo",
                                       .phh = {.fixed = "FO/8"},
                                       .streets = OmahaRules::kStreets,
                                       .low = HandOrder::eight_or_better,
                                       .two_of_hand = true,
                                       .loads = true};
  static const GameInfo& info();
};

using OmahaHiLo = PokerGame<OmahaHiLoRules>;

}  // namespace fairdeal::rules
