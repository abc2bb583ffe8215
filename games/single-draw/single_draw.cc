#include "games/single-draw/single_draw.h"

namespace fairdeal::rules {

const GameInfo& SingleDrawRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "single-draw",
       .version = "1",
       .about = "Change cards once; the lowest hand wins, and aces are high.",
       .seats_max = 6,
       .betting = "no-limit",
       .rules = R"(Each player gets five cards that nobody else sees. After a round of betting
each player who is left, from the one after the button on, may once change any
of the cards for new ones: "change 1 4" gives away the first and the fourth
from the left, and the new ones stand at the right end. Then there is another
round of betting. Players who are all-in still change their cards.)"});
  return kInfo;
}

extern const Module kSingleDraw;
const Module kSingleDraw = module_of<SingleDraw>();

}  // namespace fairdeal::rules
