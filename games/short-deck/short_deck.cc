#include "games/short-deck/short_deck.h"

namespace fairdeal::rules {

const GameInfo& ShortDeckRules::info() {
  static const GameInfo kInfo = poker_info(
      kRules,
      {.name = "short-deck",
       .version = "1",
       .about = "Hold'em with 36 cards: a flush beats a full house.",
       .seats_max = Betting::kSeatsMax,
       .betting = "no-limit",
       .rules = R"(Hold'em without the cards from two to five. Each player gets two cards that
nobody else sees. Then come three open cards in the middle (the flop), a
fourth (the turn) and a fifth (the river). Before the flop and after each of
them there is a round of betting. The best hand of poker out of a player's two
cards and the five in the middle wins. A flush beats a full house, as it is
rarer here. The ace also stands below the six, so A-6-7-8-9 is the lowest
straight. A straight beats three of a kind.)"});
  return kInfo;
}

extern const Module kShortDeck;
const Module kShortDeck = module_of<ShortDeck>();

}  // namespace fairdeal::rules
