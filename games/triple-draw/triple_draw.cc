#include "games/triple-draw/triple_draw.h"

namespace fairdeal::rules {

const GameInfo& TripleDrawRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "triple-draw",
       .version = "1",
       .about = "Change cards three times; the lowest hand wins, and aces are high.",
       .seats_max = 6,
       .betting = "fixed-limit",
       .rules = R"(Each player gets five cards that nobody else sees. There are four rounds of
betting, and before each of the last three each player who is left, from the
one after the button on, may change any of the cards for new ones: "change 1
4" gives away the first and the fourth from the left, and the new ones stand
at the right end. Players who are all-in still change their cards. When the
deck has run out, the cards that others gave away are shuffled and dealt again.)"});
  return kInfo;
}

extern const Module kTripleDraw;
const Module kTripleDraw = module_of<TripleDraw>();

}  // namespace fairdeal::rules
