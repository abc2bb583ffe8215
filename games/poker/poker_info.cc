#include <tuple>

#include "games/badugi/badugi.h"
#include "games/five-card-draw/five_card_draw.h"
#include "games/holdem/holdem.h"
#include "games/mixed/mixed.h"
#include "games/omaha-hi-lo/omaha_hi_lo.h"
#include "games/omaha/omaha.h"
#include "games/razz/razz.h"
#include "games/short-deck/short_deck.h"
#include "games/single-draw/single_draw.h"
#include "games/stud-hi-lo/stud_hi_lo.h"
#include "games/stud/stud.h"
#include "games/triple-draw/triple_draw.h"
#include "rules/json_full.h"

/// The descriptions of all games of poker, by what their variants say, and the list of them.
namespace fairdeal::rules {
namespace {

bool has_bring_in(const PokerVariant& variant) {
  return variant.has_bring_in() || variant.is_mixed();
}
bool has_draws(const PokerVariant& variant) { return variant.has_draws() || variant.is_mixed(); }

/// Returns the kinds of moves in the order in which players name them.
std::vector<std::string> order_of(const PokerVariant& variant) {
  std::vector<std::string> order = poker_order();
  if (has_bring_in(variant)) order.insert(order.begin() + 1, "bring_in");
  if (has_draws(variant)) order.emplace_back("keep");
  return order;
}

/// Returns how a page draws the table: docs/web.md, Hints.
std::string hint_of(const PokerVariant& variant) {
  const bool mixed = variant.is_mixed();
  const std::string backs = std::to_string(mixed ? CardList::kMax : variant.hole());
  const bool in_words = variant.order != HandOrder::high || mixed;
  const std::string places = mixed ? "" : R"(,"places":)" + std::to_string(variant.board());
  const std::string order = text(Json(order_of(variant)));
  const std::string calls =
      text(has_bring_in(variant) ? Json{"check", "call", "bring_in"} : Json{"check", "call"});
  const std::string presets = R"({"presets":["min","1/3 pot","1/2 pot","pot","max"]})";
  return R"({"cards":{"seats":{"layout":"oval","number":"/stacks/{seat}","bet":"/bets/{seat}",)"
         R"("in":"/in/{seat}","cards":"/pockets/{seat}","backs":)" +
         backs + R"(,"marks":{"D":"/button"}},"zones":[)" +
         (variant.board() > 0 ? R"({"at":"centre","cards":"/board")" + places + "}," : "") +
         R"({"at":"centre","chips":"/pots/*/chips","seats":"/pots/*/seats"}],)"
         R"("mine":{"cards":"/pockets/{me}","words":"/own_rank")" +
         (has_draws(variant) ? R"(,"choose":"change")" : "") +
         R"(},)"
         R"("showdown":{"hand":"/last/hand",)" +
         (variant.board() > 0 ? R"("board":"/last/board",)" : "") +
         R"("cards":"/last/shown/{seat}","won":"/last/won/{seat}","paid":"/last/paid/{seat}")" +
         (in_words ? "" : R"(,"ranks":"/last/ranks/{seat}")") + R"(}},"moves":{"order":)" + order +
         R"(,"keys":{"f":"fold","c":)" + calls + R"(,"r":["bet","raise"]},"number":{"bet":)" +
         presets + R"(,"raise":)" + presets + "}}}";
}

/// Returns how hands rank where several games share a ranking that is not hold'em's, as a paragraph
/// of its own; else "".
std::string ranking_rules(const PokerVariant& variant) {
  if (variant.order != HandOrder::deuce_to_seven) return "";
  return R"(

The lowest hand of poker wins. Aces are high, and straights and flushes count
against a hand, so the best is 7-5-4-3-2 of different suits. A-5-4-3-2 is an
ace-high hand and no straight. Any hand without a pair beats any with one; of
two, the one with the lower highest card is better, then the one with the
lower second card, and so on.)";
}

/// Returns how chips are bet, as the rules of a game tell it after its cards.
std::string betting_rules(const PokerVariant& variant) {
  std::string text;
  if (variant.forced == PokerVariant::Forced::blinds)
    text = R"(The player after the button posts the small blind and the next one the big
blind, before the cards; between two players the button posts the small one.
The player after the big blind speaks first, and in later rounds the first
player after the button.)";
  if (variant.forced == PokerVariant::Forced::button_blind)
    text = R"(Each player posts an ante, and the player with the button a blind, before the
cards. The first player after the button speaks first in each round.)";
  if (variant.is_mixed())
    text = R"(Games with a board and games with changes of cards have a small and a big blind,
as hold'em has, and no ante. In stud games each player posts an ante, and the
player with the lowest open card, of razz with the highest, brings in. The
button and the blinds pass on after each hand of a game with blinds, and rest
during the stud games; where the button chooses, they pass on after each hand.
Bets have the size of the big blind in each game.)";
  if (variant.forced == PokerVariant::Forced::bring_in) {
    const bool low = variant.order == HandOrder::ace_to_five;
    text = std::string("The player with the ") + (low ? "highest" : "lowest") +
           R"( open card (of equal ranks clubs are lowest, then
diamonds, hearts, spades) has to bring in a small bet, or bets at once, and
may not fold. A bring-in is raised by completing it to a bet; if all others
call it, the round is over. In later rounds the )" +
           (low ? "lowest" : "best") + R"( open cards speak first, as in
poker without straights and flushes; of equal ones the first after the button.)";
  }
  text += R"( A player may check or bet if there is nothing to call;
else call, raise or fold. A raise is at least as large as the last bet or
raise. At most, with no limit, a player bets all that they have; with a pot
limit, what lies in the pot after the call. With fixed limits all bets and
raises have one size, twice as large in the later rounds, and no more than
three raises follow a bet unless only two players have chips.)";
  return text;
}

/// Returns how a hand ends, and what happens without a player's answer.
std::string ending_rules(const PokerVariant& variant) {
  std::string text = R"(A player without chips is all-in, and can win from each other player no more
than they have put in themselves; the chips beyond that are in side pots. If
two or more are left after the last round they show their cards, or put away
a hand that loses. When no more bets are possible, all hands are shown at
once. Equal hands share a pot, and odd chips go to the first after the button.
A player who is left alone wins without showing. Then the button moves on. The
match ends after the agreed number of hands, or when one player has all chips.
A player's result is the chips that they have won or lost.

A player who misses a move checks, or folds if there is something to call)";
  if (has_bring_in(variant))
    text += ";\nthe player who has to bring in does so, and also if they go away";
  if (has_draws(variant)) text += ";\nno card is changed";
  text += R"(. A player
who goes away folds. If a card can never be shown because of some players, they
fold. The others bet no more and show their cards, and a new deck that they
alone shuffle has the cards that lack; if nobody has bet yet, they are dealt new
cards from it. A player who made a hand void waits for some hands, and pays what
is due in these.

Cards are not burned. A player may fold where a check is free.)";
  return text;
}

/// Returns what a table may agree on beside these rules.
std::string house_rules(const PokerVariant& variant) {
  std::vector<const char*> rules{
      "level_minutes: blinds rise by minutes, with the next hand once most programs' own\n"
      "    clocks say so"};
  if (variant.has_blinds())
    rules.push_back(
        "straddle: of three players or more one may post twice the big blind before the\n"
        "    cards; the player after them speaks first, and they speak last");
  if (variant.board() > 0) {
    rules.push_back("run_outs: players who are all-in may agree on two boards, half a pot each");
    rules.push_back(
        "bomb_every: every so many hands all post bomb_ante and nobody a blind; bets\n"
        "    begin on the flop with the player after the button, which stays for a hand");
    rules.push_back(
        "rabbit: after a fold all who got cards are asked whether they see the rest of\n"
        "    the board; a no, or no answer, ends it");
  }
  std::string text = "\n\nThe terms may add rules of the house:";
  for (const char* rule : rules) text += std::string("\n  ") + rule + ";";
  text.back() = '.';
  return text;
}

}  // namespace

GameInfo poker_info(const PokerVariant& variant, const PokerAbout& about) {
  GameInfo own;
  own.name = about.name;
  own.version = about.version;
  own.about = about.about;
  own.seats_max = about.seats_max;
  own.params = PokerTerms::params(variant, about.betting, about.hands);
  own.rules = std::string(about.rules) + ranking_rules(variant) + "\n\n" + betting_rules(variant) +
              "\n\n" + ending_rules(variant) + house_rules(variant);
  own.hidden = own.chance = true;
  own.shelf = "poker";
  own.hint = hint_of(variant);
  own.secrets = Secrecy{.deals = Secrecy::Deals::one,
                        .shuffles = Secrecy::Shuffles::named,  // a new deck after a void
                        .done = true};
  own.move_order = order_of(variant);
  return own;
}

namespace {

using Games = std::tuple<Holdem, Omaha, OmahaHiLo, ShortDeck, Stud, StudHiLo, Razz, FiveCardDraw,
                         SingleDraw, TripleDraw, Badugi, Mixed>;

template <class... Game>
const Poker* first_of(const AnyGame& game, std::tuple<Game...>*) {
  const Poker* found = nullptr;
  (void)((found = typed<Game>(game)) || ...);
  return found;
}

template <class... Game>
std::vector<std::string> names_of(std::tuple<Game...>*) {
  return {Game::info().name...};
}

}  // namespace

const Poker* poker_in(const AnyGame& game) { return first_of(game, static_cast<Games*>(nullptr)); }

std::vector<std::string> poker_games() { return names_of(static_cast<Games*>(nullptr)); }

}  // namespace fairdeal::rules
