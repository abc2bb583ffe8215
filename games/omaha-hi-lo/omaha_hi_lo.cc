#include "games/omaha-hi-lo/omaha_hi_lo.h"

namespace fairdeal::rules {

const GameInfo& OmahaHiLoRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "omaha-hi-lo",
       .version = "1",
       .about = "Omaha in which the best high and the best low hand share the pot.",
       .seats_max = Betting::kSeatsMax,
       .betting = "fixed-limit",
       .rules = R"(Each player gets four cards that nobody else sees. Then come three open cards
in the middle (the flop), a fourth (the turn) and a fifth (the river). Before
the flop and after each of them there is a round of betting. Exactly two of a
player's four cards with exactly three of the five in the middle make a hand,
for high and for low, and the two need not be the same for both.

The best hand of poker wins half of each pot, and the best low hand the other
half. A low hand is five cards of different ranks, none above the eight, and
aces are low in it. Straights and flushes do not count against it, so the best
is 5-4-3-2-A. The hand with the lower highest card is better, then the one
with the lower second card, and so on. If nobody has such a hand, the high
hand wins all. An odd chip goes to the high hand.)"});
  return kInfo;
}

extern const Module kOmahaHiLo;
const Module kOmahaHiLo = module_of<OmahaHiLo>();

}  // namespace fairdeal::rules
