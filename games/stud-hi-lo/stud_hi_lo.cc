#include "games/stud-hi-lo/stud_hi_lo.h"

namespace fairdeal::rules {

const GameInfo& StudHiLoRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "stud-hi-lo",
       .version = "2",
       .about = "Seven-card stud in which the best high and the best low hand share the pot.",
       .seats_max = StudRules::kSeatsMax,
       .betting = "fixed-limit",
       .rules = R"(Each player pays the ante and gets three cards, two that nobody else sees and
an open one, then three more open ones, one at a time, and at last another
hidden one. There is a round of betting after the third card and after each
later one.

The best hand of poker out of a player's seven cards wins half of each pot,
and the best low hand the other half, by the same five cards or others. A low
hand is five cards of different ranks, none above the eight, and aces are low
in it. Straights and flushes do not count against it, so the best is
5-4-3-2-A. The hand with the lower highest card is better, then the one with
the lower second card, and so on. If nobody has such a hand, the high hand
wins all. An odd chip goes to the high hand.)"});
  return kInfo;
}

extern const Module kStudHiLo;
const Module kStudHiLo = module_of<StudHiLo>();

}  // namespace fairdeal::rules
