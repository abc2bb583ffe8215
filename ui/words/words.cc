#include "ui/words/words.h"

#include <algorithm>
#include <span>
#include <sstream>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/registry.h"
#include "ui/words/printable.h"
#include "ui/words/secrecy_words.h"

namespace fairdeal::words {
namespace {

using node::Node;

std::string list(const std::vector<std::int64_t>& values) {
  std::string text;
  for (const auto value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return text;
}

/// Returns what the game shuffles. A game with open cards shuffles cards, too.
std::string shuffled_things(const rules::GameInfo& game) {
  return game.shelf == "boards" ? "pieces" : "cards";
}

/// Returns what a game of these terms declares; of one that is not here, the most.
rules::Secrecy secrets_of(const proto::Terms& terms) {
  if (const auto module = rules::find_module(terms.module))
    return rules::secrets_of((*module)->info());
  return {.deals = rules::Secrecy::Deals::several,
          .shuffles = rules::Secrecy::Shuffles::named,
          .rolls = rules::Secrecy::Rolls::own,
          .done = true,
          .answers = true};
}

/// Describes what the table is waiting for a seat to do; "" for what its program does by itself,
/// and has no word that people use.
std::string task(const node::Awaited& awaited, const state::Table& table) {
  if (!awaited.entry) return "";
  switch (*awaited.entry) {
    case proto::Kind::key:
      return "to send a key";
    case proto::Kind::shares:
      return "to send shares for emergencies";
    case proto::Kind::shuffle:
      return "to shuffle";
    case proto::Kind::decrypt: {
      const auto* cards = state::stages::decrypted_cards(table.stage());
      if (cards == nullptr || cards->front().to) return "";
      const std::string things = shuffled_things(table.game().info());
      return "to help show " +
             (cards->size() == 1 ? "a " + things.substr(0, things.size() - 1) : things);
    }
    case proto::Kind::coin:
      return "to roll the dice";
    case proto::Kind::commit:
      return state::stages::rolled_together(table.stage())->empty() ? "to choose"
                                                                    : "to roll the dice";
    case proto::Kind::reveal:
      return state::stages::rolled_together(table.stage())->empty() ? "to reveal the choice"
                                                                    : "to roll the dice";
    case proto::Kind::move:
      return "to move";
    case proto::Kind::end:
      return "to sign the result";
    case proto::Kind::recover:
      return "to stand in for an absent seat";
    case proto::Kind::copy:
      return "to show a card to another seat";
    case proto::Kind::none:  // no slot asks for this kind; it is an empty answer to any slot
      break;
  }
  return "";
}

/// Returns the names as a sentence has them: "Ann, Bob and Cal".
std::string names_of(SeatSet seats, const Names& names) {
  std::string who;
  const auto all = seats.list();
  for (std::size_t i = 0; i < all.size(); ++i)
    who += (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ") + names[all[i]];
  return who;
}

std::string void_words(SeatSet by, const rules::AnyGame& game, const Names& names) {
  if (by.size() == game.seats()) return "Nobody's program answers, so the match ends here.";
  const std::string who = names_of(by, names);
  const std::string gone =
      by.size() == 1 ? who + "'s program is gone" : "The programs of " + who + " are gone";
  return gone + (game.info().shelf == "poker" ? ": the hand is dealt again without " + who + "."
                                              : ", so this cannot be finished.");
}

}  // namespace

std::string move_label(const rules::AnyGame& game, Seat seat, const rules::Action& action,
                       const Names& names, const rules::Known& known) {
  return game.label(seat, action, known, names.all());
}

Names::Names(std::vector<std::string> nicknames) : nicknames_(std::move(nicknames)) {
  for (std::size_t i = 0; i < nicknames_.size(); ++i) {
    nicknames_[i] = printable(nicknames_[i]);
    const auto before = std::span(nicknames_).first(i);
    const bool taken = std::ranges::find(before, nicknames_[i]) != before.end();
    if (nicknames_[i].empty() || taken)
      nicknames_[i] += (taken ? " (seat " : "(seat ") + std::to_string(i + 1) + ")";
  }
}

Names Names::of(const proto::Charter& charter, const NameOf& name_of) {
  std::vector<std::string> nicknames;
  for (std::uint32_t i = 0; i < charter.validators(); ++i) {
    const proto::Member& member = charter.member(Seat(i));
    nicknames.push_back(name_of ? name_of(member) : member.nickname);
  }
  return Names(std::move(nicknames));
}

std::string hidden_things(const rules::GameInfo& game) {
  if (!game.hidden) return "";
  return game.shelf == "dice" ? "dice" : shuffled_things(game);
}

std::string describe(const proto::Gathering& gathering) {
  const auto count = [](const std::vector<std::string>& here, std::uint32_t wanted,
                        const char* who) {
    std::string text = std::to_string(here.size()) + " of " + std::to_string(wanted) + who;
    for (const auto& nickname : here)
      text += (&nickname == &here.front() ? ": " : ", ") + printable(nickname);
    return text;
  };
  std::string text = gathering.terms.module + ": " +
                     count(gathering.nicknames, gathering.terms.seats, " are here");
  if (gathering.terms.witnesses > 0)
    text += "; " + count(gathering.watching, gathering.terms.witnesses, " witnesses");
  if (gathering.policy == proto::Policy::invited) text += " (by invitation)";
  if (gathering.policy == proto::Policy::known) text += " (contacts of the host only)";
  if (gathering.policy == proto::Policy::ask) text += " (by invitation; the host is asked)";
  return text;
}

std::optional<rules::Choice> move_of_absent(const rules::AnyGame& game,
                                            const rules::Absent& event) {
  const auto active = game.active();
  if (std::ranges::find(active, event.seat) == active.end()) return {};
  return game.move_of_absent(event.seat);
}

namespace {

/// Returns the name of a move as a sentence has it. That of a script's move stands in quotation
/// marks: its author may have written anything there.
std::string told(const rules::AnyGame& game, std::string label) {
  if (!game.is_script()) return label;
  std::ranges::replace(label, '"', '\'');
  return '"' + label + '"';
}

std::string event_words(const rules::AnyEvent& event, const rules::AnyGame& before,
                        const Names& names) {
  return std::visit(
      Overloaded{
          [&](const rules::Moved<rules::Action>& e) {
            return names[e.seat] + ": " + told(before, move_label(before, e.seat, e.move, names));
          },
          [&](const rules::MovedTogether<rules::Action>& e) {
            std::string text;
            for (const Seat seat : before.active()) {
              const auto move = e.moves.find(seat);
              text += (text.empty() ? "" : ", ") + names[seat] +
                      (move == e.moves.end()
                           ? " did not answer"
                           : ": " + told(before, move_label(before, seat, move->second, names)));
            }
            return text;
          },
          [&](const rules::Shuffled&) {
            return "The " + shuffled_things(before.info()) + " are shuffled.";
          },
          [](const rules::Rolled& e) { return "Rolled " + list(e.values) + "."; },
          [&](const rules::RolledFor& e) { return names[e.seat] + " rolled in secret."; },
          [&](const rules::DiceShown& e) {
            return names[e.seat] + " rolled " + list(e.values) + ".";
          },
          [&](const rules::Absent& e) {
            const auto made = move_of_absent(before, e);
            return names[e.seat] + " did not answer" +
                   (made ? ": " + told(before, made->label) : ".");
          },
          [&](const rules::Out& e) { return names[e.seat] + " sits out this deal."; },
          [&](const rules::Void& e) { return void_words(e.by, before, names); },
          [](const auto&) { return std::string(); }},
      event);
}

}  // namespace

void DealtCards::note(const rules::AnyEvent& event) {
  if (const auto* dealt = std::get_if<rules::Dealt>(&event); dealt && dealt->also.empty())
    seats_.insert_or_assign(dealt->slot, dealt->to);
  if (const auto* shuffled = std::get_if<rules::Shuffled>(&event))
    for (const CardSlot slot : shuffled->slots) seats_.erase(slot);
}

std::optional<Seat> DealtCards::whose(const rules::AnyEvent& event) const {
  const auto* shown = std::get_if<rules::Shown>(&event);
  const auto found = shown == nullptr ? seats_.end() : seats_.find(shown->slot);
  return found == seats_.end() ? std::nullopt : std::optional(found->second);
}

std::string describe(const rules::AnyEvent& event, const rules::AnyGame& before,
                     const rules::AnyGame& after, const Names& names, const DealtCards& dealt) {
  const std::string own = before.words(event, names.all(), dealt.whose(event));
  std::string text = own.empty() ? event_words(event, before, names) : own;
  for (const std::string& more :
       {told_of_secrets(event, before, after, names), before.news(event, after, names.all())})
    text += (text.empty() || more.empty() ? "" : "\n") + more;
  return text;
}

bool brings_to_light(const rules::AnyEvent& event, const rules::AnyGame& before,
                     const rules::AnyGame& after, const Names& names) {
  const bool shows = std::holds_alternative<rules::Shown>(event) ||
                     std::holds_alternative<rules::DiceShown>(event);
  return shows && !before.news(event, after, names.all()).empty();
}

std::string awaited_by(Seat me, std::vector<node::Awaited> others, bool asking,
                       const state::Table& table, const Names& names) {
  std::erase_if(others, [&](const node::Awaited& a) { return a.seat == me; });
  if (others.empty()) return "";
  std::string who;
  for (std::size_t i = 0; i < others.size(); ++i)
    who += (i == 0 ? "" : i + 1 == others.size() ? " and " : ", ") + names[others[i].seat];
  const std::string what = asking ? "" : task(others.front(), table);
  if (!what.empty()) return "waiting for " + who + " " + what;
  return others.size() == 1 ? "waiting for " + who + "'s program"
                            : "waiting for the programs of " + who;
}

std::string marked_lines(const std::string& text) {
  std::string marked;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) marked += "| " + line + "\n";
  return marked;
}

std::string drawing_of(const rules::AnyGame& game, rules::Observer observer,
                       const rules::Known& known, const rules::SeatNames& names) {
  const std::string drawn = game.draw(observer, known, names);
  return game.is_script() ? marked_lines(drawn) : drawn;
}

std::string words_of_failed_move(const rules::GameInfo& info, const std::string& why) {
  return "The rules of " + printable(info.name) +
         " failed at this move, so it was not made. No player is to blame: choose another "
         "move.\n| " +
         printable(why);
}

std::string rules_words(const rules::GameInfo& info, bool is_script) {
  const std::string words = printable_lines(info.rules.empty() ? info.about : info.rules);
  return is_script ? marked_lines(words) : words;
}

bool waits_for_deck(const rules::AnyGame& game) {
  const auto wants = game.wants();
  const auto* deck = wants.empty() ? nullptr : std::get_if<rules::WantShuffle>(&wants.front());
  return deck != nullptr && !deck->faces.empty() && deck->by.empty();
}

std::map<Seat, bool> parts_of_shuffle(const state::Table& table, SeatSet passed) {
  std::map<Seat, bool> parts;
  const state::SharedDeck* deck = state::stages::shuffled_deck(table.stage());
  if (deck == nullptr) return parts;
  for (const Seat seat : (deck->turns | deck->left).list())
    parts[seat] = !deck->left.has(seat) || passed.has(seat);
  return parts;
}

std::vector<std::string> shuffle_stages(const state::Table& table, SeatSet passed,
                                        const Names& names) {
  const state::SharedDeck* deck = state::stages::shuffled_deck(table.stage());
  if (deck == nullptr) return {};
  const SeatSet left = deck->left;
  const auto next = (left - passed).list();
  std::vector<std::string> stages;
  for (std::uint32_t i = 0; i < table.seats(); ++i) {
    const Seat seat(i);
    const char* stage = deck->turns.has(seat)  ? "shuffled, proof checked by all"
                        : !left.has(seat)      ? "has no part in this shuffle"
                        : passed.has(seat)     ? "shuffled, proof checked here"
                        : next.front() == seat ? "shuffles"
                                               : "waits to shuffle";
    stages.push_back(names[seat] + ": " + stage);
  }
  return stages;
}

std::string describe_roles(const rules::AnyGame& game, const Names& names) {
  std::string text;
  if (game.info().roles.empty()) return text;
  for (std::uint32_t i = 0; i < game.seats(); ++i)
    text += (i == 0 ? "" : ", ") + names[Seat(i)] + " plays " + game.role(Seat(i));
  return text;
}

Failure failure_of_rules(const state::Table& table) {
  const proto::Charter& charter = table.charter();
  const bool is_script = !table.state().signed_charter->script.empty();
  return {
      Exit::rules_fault, "rules_fault",
      "The rules of " + printable(charter.module) +
          (is_script ? ", a script of the host's with digest " + charter.rules.hex() + "," : "") +
          " failed: " + printable(*table.rules_fault()) +
          ". The match ends without a result, and no player is to blame.",
      "Tell the author of the game. fairdeal rules test finds such faults."};
}

std::string describe_result(const rules::Payoff& result, const Names& names) {
  std::string text;
  for (std::uint32_t i = 0; i < result.size(); ++i)
    text += (i == 0 ? "" : ", ") + names[Seat(i)] + " " + (result[i] > 0 ? "+" : "") +
            std::to_string(result[i]);
  return text;
}

std::string describe_standing(const node::StandingChanged& changed) {
  if (changed.convicted) return " cheated and is out: their own signatures prove it.";
  return changed.gone ? " did not answer and sits out."
                      : " is back and plays again after a short wait.";
}

std::string describe_fork(const node::Forked& forked, const Names& names) {
  std::string text = "The table forked at step " + std::to_string(forked.step.value) +
                     ": two valid decisions of one step. Both are kept.";
  for (const Seat seat : forked.named) text += " " + names[seat] + " signed both.";
  return text;
}

std::string trust_sentence(const proto::Terms& terms) {
  const std::string others = std::to_string(terms.seats - 1);
  if (terms.seats == 1) return "You play alone.";
  const auto module = rules::find_module(terms.module);
  if (module && !(*module)->info().chance)
    return "Every move is signed by its player: nobody can change one, or take it back.";
  using Secrecy = rules::Secrecy;
  const Secrecy secrets = secrets_of(terms);
  const bool named = secrets.shuffles == Secrecy::Shuffles::named;
  const std::string honest =
      named ? ", if at least one who shuffles is honest" : ", if at least one player is honest";
  const std::string things = module ? hidden_things((*module)->info()) : "cards";
  if (things.empty()) return "No player or host can choose what falls to chance" + honest + ".";
  const std::string chosen = things == "dice" ? "a roll" : "the shuffle";
  const std::string script = module && !(*module)->script.empty()
                                 ? " The game is a script, which sees your " + things + "."
                                 : "";
  const std::string talk = script + " Players can still talk to each other.";
  if (secrets.deals == Secrecy::Deals::several)
    return "No player or host can choose " + chosen + honest + "; the rules may show your " +
           things + " to some players." + talk;
  if (terms.recovery == 0)
    return "No player or host can see your " + things + " or choose " + chosen + honest + "." +
           talk;
  return "No player or host can choose " + chosen + honest + "; only all " + others +
         " others together could see your " + things + "." + talk;
}

}  // namespace fairdeal::words
