#include "games/stud/stud.h"

namespace fairdeal::rules {

const GameInfo& StudRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "stud",
       .version = "4",
       .about = "Seven-card stud: three cards are hidden and four open.",
       .seats_max = kSeatsMax,
       .betting = "fixed-limit",
       .rules = R"(Each player pays the ante and gets three cards, two that nobody else sees and
an open one, then three more open ones, one at a time, and at last another
hidden one. There is a round of betting after the third card and after each
later one. The best hand of poker out of a player's seven cards wins.)"});
  return kInfo;
}

extern const Module kStud;
const Module kStud = module_of<Stud>();

}  // namespace fairdeal::rules
