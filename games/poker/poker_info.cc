#include "games/holdem/holdem.h"
#include "rules/json_full.h"

/// What all games of poker say of themselves, and which there are.
namespace fairdeal::rules {
namespace {

/// Returns how a page draws the table: docs/web.md, Hints.
std::string hint_of(const PokerVariant& variant) {
  const std::string backs = std::to_string(variant.hole());
  const bool in_words = variant.order != HandOrder::high;
  const std::string board = std::to_string(variant.board());
  const std::string presets = R"({"presets":["min","1/3 pot","1/2 pot","pot","max"]})";
  return R"({"cards":{"seats":{"layout":"oval","number":"/stacks/{seat}","bet":"/bets/{seat}",)"
         R"("in":"/in/{seat}","cards":"/pockets/{seat}","backs":)" +
         backs + R"(,"marks":{"D":"/button"}},"zones":[)" +
         (variant.board() > 0 ? R"({"at":"centre","cards":"/board","places":)" + board + "},"
                              : "") +
         R"({"at":"centre","chips":"/pots/*/chips","seats":"/pots/*/seats"}],)"
         R"("mine":{"cards":"/pockets/{me}","words":"/own_rank"},)"
         R"("showdown":{"hand":"/last/hand",)" +
         (variant.board() > 0 ? R"("board":"/last/board",)" : "") +
         R"("cards":"/last/shown/{seat}","won":"/last/won/{seat}","paid":"/last/paid/{seat}")" +
         (in_words ? "" : R"(,"ranks":"/last/ranks/{seat}")") +
         R"(}},"moves":{"order":["fold","check","call","bet","raise"],)"
         R"("keys":{"f":"fold","c":["check","call"],"r":["bet","raise"]},"number":{"bet":)" +
         presets + R"(,"raise":)" + presets + "}}}";
}

}  // namespace

GameInfo poker_info(const PokerVariant& variant, const PokerAbout& about) {
  GameInfo own;
  own.name = about.name;
  own.version = about.version;
  own.about = about.about;
  own.seats_max = about.seats_max;
  own.params = PokerTerms::params(variant, about.betting, about.hands);
  own.rules = about.rules;
  own.hidden = own.chance = true;
  own.shelf = "poker";
  own.hint = hint_of(variant);
  own.secrets = Secrecy{.deals = Secrecy::Deals::one,
                        .shuffles = Secrecy::Shuffles::named,  // a new deck after a void
                        .done = true};
  own.move_order = poker_order();
  return own;
}

const Poker* poker_in(const AnyGame& game) { return typed<Holdem>(game); }

}  // namespace fairdeal::rules
