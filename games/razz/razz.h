#pragma once

#include "games/stud/stud.h"

namespace fairdeal::rules {

/// Seven-card stud for 2 to 7 seats in which the lowest hand wins.
struct RazzRules {
  static constexpr PokerVariant kRules{.title = "Razz",
                                       .game_type = "Stud",
                                       .phh = {.fixed = "FR"},
                                       .streets = StudRules::kStreets,
                                       .order = HandOrder::ace_to_five,
                                       .forced = PokerVariant::Forced::bring_in};
  static const GameInfo& info();
};

using Razz = PokerGame<RazzRules>;

}  // namespace fairdeal::rules
