#include "games/holdem/holdem.h"

namespace fairdeal::rules {

const GameInfo& HoldemRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "holdem",
       .version = "5",
       .about = "Texas hold'em, no-limit, pot-limit or fixed-limit; the last seat with chips wins.",
       .seats_max = Betting::kSeatsMax,
       .betting = "no-limit",
       .hands = "0"});
  return kInfo;
}

extern const Module kHoldem;
const Module kHoldem = module_of<Holdem>();

}  // namespace fairdeal::rules
