#include "games/badugi/badugi.h"

namespace fairdeal::rules {

const GameInfo& BadugiRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "badugi",
       .version = "1",
       .about = "Change cards three times; four low cards of four suits win.",
       .seats_max = 8,
       .betting = "fixed-limit",
       .rules = R"(Each player gets four cards that nobody else sees. There are four rounds of
betting, and before each of the last three each player who is left, from the
one after the button on, may change any of the cards for new ones: "change 1
4" gives away the first and the fourth from the left, and the new ones stand
at the right end. Players who are all-in still change their cards. When the
deck has run out, the cards that others gave away are shuffled and dealt again.

A hand is made of cards of different ranks and different suits; of two cards
of one rank or one suit only one counts. Four such cards, a badugi, beat three,
three beat two, and two beat one. Of as many cards the lowest win: the one with
the lower highest card is better, then the one with the lower second card, and
so on. Aces are low, so the best hand is 4-3-2-A of four suits.)"});
  return kInfo;
}

extern const Module kBadugi;
const Module kBadugi = module_of<Badugi>();

}  // namespace fairdeal::rules
