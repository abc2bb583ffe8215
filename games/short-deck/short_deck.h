#pragma once

#include "games/holdem/holdem.h"

namespace fairdeal::rules {

/// Hold'em for 2 to 10 seats with 36 cards, from the six up. Each posts an ante, and the button a
/// blind.
struct ShortDeckRules {
  static constexpr PokerVariant kRules{.title = "Short Deck",
                                       .game_type = "Holdem",
                                       .phh = {.other = "NS"},
                                       .streets = HoldemRules::kStreets,
                                       .order = HandOrder::short_deck,
                                       .forced = PokerVariant::Forced::button_blind,
                                       .first_face = 16,
                                       .loads = true};
  static const GameInfo& info();
};

using ShortDeck = PokerGame<ShortDeckRules>;

}  // namespace fairdeal::rules
