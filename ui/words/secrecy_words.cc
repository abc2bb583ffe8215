#include "ui/words/secrecy_words.h"

#include <map>
#include <tuple>

#include "rules/registry.h"
#include "ui/words/printable.h"

namespace fairdeal::words {
namespace {

using rules::Secrecy;

Said::Value named(SeatSet seats, const Names& names) {
  std::vector<std::string> who;
  for (const Seat seat : seats.list()) who.push_back(names[seat]);
  return words::names(who);
}

Said::Value named_things(const std::string& things) {
  return sentence(things == "dice"     ? said("dice")
                  : things == "pieces" ? said("pieces")
                  : things == "cards"  ? said("cards")
                                       : said("cards_and_dice"));
}

bool is_script(const rules::AnyGame& game) {
  const auto module = rules::find_module(game.info().name);
  return module && !(*module)->script.empty();
}

}  // namespace

std::vector<Said> secrecy_said(const Secrecy& secrets, const std::string& things) {
  std::vector<Said> facts;
  const bool pieces = things == "pieces";
  const Values values{{"things", sentence(pieces ? said("pieces") : said("cards"))}};
  if (secrets.deals == Secrecy::Deals::one)
    facts.push_back(pieces ? said("secret_piece") : said("secret_card"));
  if (secrets.deals == Secrecy::Deals::several)
    facts.push_back(pieces ? said("shared_piece") : said("shared_card"));
  if (secrets.shuffles == Secrecy::Shuffles::all) facts.push_back(said("all_shuffle", values));
  if (secrets.shuffles == Secrecy::Shuffles::named) facts.push_back(said("named_shuffle", values));
  if (secrets.rolls != Secrecy::Rolls::none) facts.push_back(said("all_roll"));
  if (secrets.rolls == Secrecy::Rolls::own) facts.push_back(said("own_roll"));
  if (secrets.done) facts.push_back(said("done_gives_locks", values));
  if (facts.empty()) facts.push_back(said("nothing_hidden"));
  return facts;
}

std::vector<std::string> secrecy_facts(const Secrecy& secrets, const std::string& things) {
  return texts_of(secrecy_said(secrets, things));
}

std::vector<Said> script_said(const Secrecy& secrets, const std::string& things) {
  if (things.empty()) return {};
  const Values values{{"things", named_things(things)}};
  return {said("script_sees_things", values), secrets.answers
                                                  ? said("script_may_answer", values)
                                                  : said("script_never_answers", values)};
}

std::vector<Said> shipped_said(const Secrecy& secrets, const std::string& things) {
  if (things.empty() || !secrets.answers) return {};
  return {said("shipped_answers", {{"things", named_things(things)}})};
}

std::vector<std::string> script_facts(const Secrecy& secrets, const std::string& things) {
  return texts_of(script_said(secrets, things));
}

Said told_of_secrets(const rules::AnyEvent& event, const rules::AnyGame& before,
                     const rules::AnyGame& after, const Names& names) {
  if (const auto* dealt = std::get_if<rules::Dealt>(&event); dealt && !dealt->also.empty())
    return said("card_seen_by", {{"who", named(dealt->also | SeatSet::of({dealt->to}), names)}});
  const auto wants = before.wants();
  if (std::holds_alternative<rules::Shuffled>(event) && !wants.empty())
    if (const auto* shuffle = std::get_if<rules::WantShuffle>(&wants.front());
        shuffle != nullptr && !shuffle->by.empty())
      return shuffle->by.size() == 1
                 ? said("shuffled_by_one", {{"who", named(shuffle->by, names)}})
                 : said("shuffled_by_some", {{"who", named(shuffle->by, names)}});
  SeatSet done;
  if (is_script(before))  // in a compiled game, that it folds says the same
    for (std::uint32_t i = 0; i < before.seats(); ++i)
      if (!before.done(Seat(i)) && after.done(Seat(i))) done.insert(Seat(i));
  if (done.empty()) return {};
  return said("locks_given", {{"who", named(done, names)},
                              {"n", words::count(static_cast<std::int64_t>(done.size()))}});
}

std::vector<Said> secrecy_account(const state::PublicState& state, const Names& names) {
  struct Kind {
    bool shown;
    SeatSet seen, shuffled;
    auto key() const { return std::tuple(shown, seen.bits(), shuffled.bits()); }
    bool operator<(const Kind& other) const { return key() < other.key(); }
  };
  std::map<Kind, std::size_t> kinds;
  for (const auto& [slot, card] : state.cards) {
    SeatSet seen = card.also;
    if (card.dealt_to) seen.insert(*card.dealt_to);
    ++kinds[{card.face.has_value(), card.face ? SeatSet() : seen, card.shuffled}];
  }
  std::vector<Said> lines;
  for (const auto& [kind, cards] : kinds) {
    const auto n = words::count(static_cast<std::int64_t>(cards));
    const Said seen = kind.shown          ? said("seen_by_all")
                      : kind.seen.empty() ? said("seen_by_nobody", {{"n", n}})
                                          : said("person", {{"who", named(kind.seen, names)}});
    const Said shuffled = kind.shuffled.empty()
                              ? said("shuffled_by_nobody")
                              : said("person", {{"who", named(kind.shuffled, names)}});
    lines.push_back(said("cards_account",
                         {{"n", n}, {"seen", sentence(seen)}, {"shuffled", sentence(shuffled)}}));
  }
  for (const auto& [seat, roll] : state.private_rolls)
    lines.push_back(said("roll_account", {{"who", name(names[seat])}}));
  if (lines.empty()) lines.push_back(said("nothing_to_account"));
  return lines;
}

Said told_of_answer(const rules::AnyGame& game, Seat seat, const rules::Known& known,
                    const rules::Action& action, bool chosen_by_game, const Names& names) {
  if (!known.answers || !rules::secrets_of(game.info()).answers) return {};
  if (game.is_shipped()) return {};  // its names of moves are true, and the log has the move
  const std::string move = printable(action.text);
  if (chosen_by_game)
    return game.obvious(seat, known) != action || game.obvious(seat, {}) == action
               ? Said()
               : said("game_answered", {{"move", text(move)}});
  const std::string mine = move_label(game, seat, action, names, known);
  const std::string of_all = move_label(game, seat, action, names);
  if (mine == of_all) return {};
  return said("game_named_move", {{"move", text(move)}, {"read", words::game(printable(of_all))}});
}

Said whether_it_answers(bool answers) {
  return answers ? said("game_answers") : said("game_can_answer");
}

Said may_it_answer() { return said("may_it_answer"); }

}  // namespace fairdeal::words
