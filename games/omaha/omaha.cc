#include "games/omaha/omaha.h"

namespace fairdeal::rules {

const GameInfo& OmahaRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "omaha",
       .version = "3",
       .about = "Omaha: two of your four cards with three of the board.",
       .seats_max = Betting::kSeatsMax,
       .betting = "pot-limit",
       .rules = R"(Each player gets four cards that nobody else sees. Then come three open cards
in the middle (the flop), a fourth (the turn) and a fifth (the river). Before
the flop and after each of them there is a round of betting. The best hand of
poker wins: exactly two of a player's four cards with exactly three of the
five in the middle. So four spades in the middle and one in the hand make no
flush, and four of a kind in the hand are a pair.)"});
  return kInfo;
}

extern const Module kOmaha;
const Module kOmaha = module_of<Omaha>();

}  // namespace fairdeal::rules
