#include "games/five-card-draw/five_card_draw.h"

namespace fairdeal::rules {

const GameInfo& FiveCardDrawRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "five-card-draw",
       .version = "3",
       .about = "Bet, change some of your five cards, and bet again.",
       .seats_max = 6,
       .betting = "no-limit",
       .rules = R"(Each player gets five cards that nobody else sees. After a round of betting
each player who is left, from the one after the button on, may once change any
of the cards for new ones: "change 1 4" gives away the first and the fourth
from the left, and the new ones stand at the right end. Then there is another
round of betting. The best hand of poker wins. Players who are all-in still
change their cards.)"});
  return kInfo;
}

extern const Module kFiveCardDraw;
const Module kFiveCardDraw = module_of<FiveCardDraw>();

}  // namespace fairdeal::rules
