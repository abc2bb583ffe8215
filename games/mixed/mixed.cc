#include "games/mixed/mixed.h"

namespace fairdeal::rules {

const GameInfo& MixedRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "mixed",
       .version = "1",
       .about =
           "HORSE and other mixes: the game changes after some hands, or the dealer chooses it.",
       .seats_max = 7,
       .betting = "fixed-limit",
       .hands = "40",
       .rules = R"(The table plays hold'em, Omaha hi-lo, razz, stud and stud hi-lo in turn, eight
hands of each: that is HORSE. The terms may name other games, another number of
hands, or once round: as many hands as players have chips when the game begins.
With the dealer's choice, the player with the button chooses the game each time,
before the cards; without an answer the next one of the list is played. Each
game has its own rules, which the list of games tells.)"});
  return kInfo;
}

extern const Module kMixed;
const Module kMixed = module_of<Mixed>();

}  // namespace fairdeal::rules
