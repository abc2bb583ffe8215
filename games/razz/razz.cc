#include "games/razz/razz.h"

namespace fairdeal::rules {

const GameInfo& RazzRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "razz",
       .version = "2",
       .about = "Seven-card stud in which the lowest hand wins.",
       .seats_max = StudRules::kSeatsMax,
       .betting = "fixed-limit",
       .rules = R"(Each player pays the ante and gets three cards, two that nobody else sees and
an open one, then three more open ones, one at a time, and at last another
hidden one. There is a round of betting after the third card and after each
later one. The lowest five of a player's seven cards win. Aces are low, and
straights and flushes do not count, so the best hand is 5-4-3-2-A. Any hand
without a pair beats any with one; of two, the one with the lower highest card
is better, then the one with the lower second card, and so on.)"});
  return kInfo;
}

extern const Module kRazz;
const Module kRazz = module_of<Razz>();

}  // namespace fairdeal::rules
