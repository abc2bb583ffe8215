#include "games/holdem/holdem.h"

namespace fairdeal::rules {

const GameInfo& HoldemRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "holdem",
       .version = "6",
       .about = "Texas hold'em, no-limit, pot-limit or fixed-limit; the last seat with chips wins.",
       .seats_max = Betting::kSeatsMax,
       .betting = "no-limit",
       .hands = "0",
       .rules = R"(Each player gets two cards that nobody else sees. Then come three open cards
in the middle (the flop), a fourth (the turn) and a fifth (the river). Before
the flop and after each of them there is a round of betting. The best hand of
poker out of a player's two cards and the five in the middle wins.)"});
  return kInfo;
}

extern const Module kHoldem;
const Module kHoldem = module_of<Holdem>();

}  // namespace fairdeal::rules
