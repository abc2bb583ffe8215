#include "ui/words/words.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <sstream>

#include "base/overloaded.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/registry.h"
#include "ui/words/entry_words.h"
#include "ui/words/heading.h"
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

/// Returns whom the table waits for, and to do what; nothing if the program of the seat does it by
/// itself, and it has no word that people use.
Said task(const node::Awaited& awaited, const state::Table& table, const Said::Value& who) {
  if (!awaited.entry) return {};
  const Values values{{"who", who}};
  const bool sealed =
      *awaited.entry == proto::Kind::commit || *awaited.entry == proto::Kind::reveal;
  if (sealed && !state::stages::rolled_together(table.stage())->empty())
    return said("waiting_dice", values);
  return entry_words(*awaited.entry, values).waiting_for;
}

Said::Value names_of(SeatSet seats, const Names& all) {
  std::vector<std::string> who;
  for (const Seat seat : seats.list()) who.push_back(all[seat]);
  return words::names(who);
}

/// Returns whether the game wants a whole deck, of which no card is shown yet.
bool wants_whole_deck(const rules::AnyGame& game) {
  const auto wants = game.wants();
  const auto* deck = wants.empty() ? nullptr : std::get_if<rules::WantShuffle>(&wants.front());
  if (deck == nullptr || deck->faces.empty()) return false;
  for (std::uint32_t i = 0; i < deck->slots.size(); ++i)
    if (deck->slots[i] != CardSlot(i)) return false;
  return true;
}

/// Names those whose programs are gone: not seats that have nothing left to play for, which had no
/// part in it.
Said void_words(SeatSet by, const rules::AnyGame& after, const Names& names) {
  if (by.size() == after.seats()) return said("void_nobody");
  for (const Seat seat : by.list())
    if (by.size() > 1 && after.spent(seat)) by.erase(seat);
  const bool one = by.size() == 1;
  const Values values{{"who", names_of(by, names)}};
  if (after.result()) return one ? said("void_ends", values) : said("void_several_end", values);
  if (after.info().shelf == "poker" && wants_whole_deck(after))
    return one ? said("void_dealt_again", values) : said("void_several_dealt_again", values);
  if (by.size() + 1 == after.seats())
    return one ? said("void_hand_over", values) : said("void_several_hand_over", values);
  return one ? said("void_goes_on", values) : said("void_several_go_on", values);
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

Said gathered(const proto::Gathering& gathering) {
  const auto values = [](const std::vector<std::string>& here, std::uint32_t wanted) {
    std::vector<Said> who;
    for (const auto& nickname : here)
      who.push_back(said("person", {{"who", name(printable(nickname))}}));
    return Values{{"n", count(static_cast<std::int64_t>(here.size()))},
                  {"of", count(wanted)},
                  {"who", words::list(who)}};
  };
  Values here = values(gathering.nicknames, gathering.terms.seats);
  here.emplace("game", text(gathering.terms.module));
  Said told = gathering.nicknames.empty() ? said("gathered_nobody", here) : said("gathered", here);
  if (gathering.terms.evening && !gathering.standing.empty()) {
    Values standing = values(gathering.standing, 0);
    standing.emplace("here", sentence(told));
    told = said("gathered_standing", standing);
  }
  if (gathering.terms.witnesses > 0) {
    Values watching = values(gathering.watching, gathering.terms.witnesses);
    watching.emplace("here", sentence(told));
    told = gathering.watching.empty() ? said("gathered_no_witnesses", watching)
                                      : said("gathered_witnesses", watching);
  }
  const Values all{{"here", sentence(told)}};
  if (gathering.policy == proto::Policy::invited) return said("by_invitation", all);
  if (gathering.policy == proto::Policy::known) return said("contacts_only", all);
  if (gathering.policy == proto::Policy::ask) return said("host_is_asked_first", all);
  return told;
}

std::optional<rules::Choice> move_of_absent(const rules::AnyGame& game,
                                            const rules::Absent& event) {
  const auto active = game.active();
  if (std::ranges::find(active, event.seat) == active.end()) return {};
  return game.move_of_absent(event.seat);
}

std::optional<std::string> label_of_absent(const rules::AnyGame& game, Seat seat,
                                           const Names& names) {
  const auto made = move_of_absent(game, {seat});
  if (!made) return {};
  return game.is_script() ? made->label : move_label(game, seat, made->action, names);
}

namespace {

/// Returns words of the game's own. At a poker table the numbers in them are chips.
Said::Value game_words(const rules::AnyGame& of, std::string words) {
  return of.info().shelf == "poker" ? words::stakes(std::move(words))
                                    : words::game(std::move(words));
}

}  // namespace

Said::Value move_value(const rules::AnyGame& of, std::string label) {
  if (of.is_shipped()) return game_words(of, std::move(label));
  std::ranges::replace(label, '"', '\'');
  return game_words(of, '"' + label + '"');
}

namespace {

Said words_of_moves(const rules::MovedTogether<rules::Action>& event, const rules::AnyGame& before,
                    const Names& names) {
  std::vector<Said> all;
  for (const Seat seat : before.active()) {
    const auto move = event.moves.find(seat);
    const auto who = name(names[seat]);
    all.push_back(
        move == event.moves.end()
            ? said("no_answer", {{"who", who}})
            : said("moved",
                   {{"who", who},
                    {"move", move_value(before, move_label(before, seat, move->second, names))}}));
  }
  if (all.size() == 1) return all.front();
  return all.empty() ? Said() : said("together", {{"all", words::list(all)}});
}

/// Returns whether the move names the slot of a card of its seat that the game shows next: what is
/// shown then tells it better.
bool tells_of_shown(const rules::Moved<rules::Action>& event, const rules::AnyGame& after,
                    const DealtCards& dealt) {
  const auto wants = after.wants();
  const auto* show = wants.empty() ? nullptr : std::get_if<rules::WantShow>(&wants.front());
  if (show == nullptr || dealt.whose(rules::Shown{show->slot, Face{}}) != event.seat) return false;
  const Json move = rules::json_or_null(event.move.text);
  const rules::JsonReader whole(move);
  const auto of_kind = whole.only_member();
  const auto named = of_kind ? of_kind->second.natural() : whole.natural();
  return named == show->slot.value;
}

/// Says a move, with its number if the game counts the moves of two seats in pairs.
Said move_words(const rules::Moved<rules::Action>& event, const rules::AnyGame& before,
                const Names& names) {
  Values values{{"who", name(names[event.seat])},
                {"move", move_value(before, move_label(before, event.seat, event.move, names))}};
  const Heading heading = before.is_script() ? Heading() : heading_of(before);
  if (heading.move == 0) return said("moved", values);
  values.emplace("n", count(heading.move));
  return heading.is_second ? said("moved_second", values) : said("moved_first", values);
}

Said event_words(const rules::AnyEvent& event, const rules::AnyGame& before,
                 const rules::AnyGame& after, const Names& names) {
  return std::visit(
      Overloaded{
          [&](const rules::Moved<rules::Action>& e) { return move_words(e, before, names); },
          [&](const rules::MovedTogether<rules::Action>& e) {
            return words_of_moves(e, before, names);
          },
          [&](const rules::Shuffled&) {
            return shuffled_things(before.info()) == "pieces" ? said("shuffled_pieces")
                                                              : said("shuffled_cards");
          },
          [](const rules::Rolled& e) {
            return said("rolled", {{"values", text(list(e.values))}});
          },
          [&](const rules::RolledFor& e) {
            return said("rolled_secretly", {{"who", name(names[e.seat])}});
          },
          [&](const rules::DiceShown& e) {
            return said("rolled_openly",
                        {{"who", name(names[e.seat])}, {"values", text(list(e.values))}});
          },
          [&](const rules::Absent& e) {
            const auto made = move_of_absent(before, e);
            const auto who = name(names[e.seat]);
            return made ? said("absent_moved",
                               {{"who", who},
                                {"move", move_value(before, move_label(before, e.seat, made->action,
                                                                       names))}})
                        : said("absent", {{"who", who}});
          },
          [&](const rules::Out& e) {
            return said("sits_out", {{"who", name(names[e.seat])}});
          },
          [&](const rules::Void& e) { return void_words(e.by, after, names); },
          [&](const rules::Resigned& e) {
            return said("resigns", {{"who", name(names[e.seat])}});
          },
          [](const auto&) { return Said(); }},
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

namespace {

/// Returns whether the usual words of an event would only repeat what follows them: the game's own
/// news of dice, or a card that is shown.
bool is_told_otherwise(const rules::AnyEvent& event, const std::vector<Said>& news,
                       const rules::AnyGame& after, const DealtCards& dealt) {
  if (std::holds_alternative<rules::Rolled>(event)) return !news.empty();
  const auto* moved = std::get_if<rules::Moved<rules::Action>>(&event);
  return moved != nullptr && tells_of_shown(*moved, after, dealt);
}

}  // namespace

std::string describe(const rules::AnyEvent& event, const rules::AnyGame& before,
                     const rules::AnyGame& after, const Names& names, const DealtCards& dealt) {
  return in_lines(described(event, before, after, names, dealt)).text();
}

std::vector<Said> news_of(const rules::AnyEvent& event, const rules::AnyGame& before,
                          const rules::AnyGame& after, const Names& names) {
  const std::string news = before.news(event, after, names.all());
  if (news.empty()) return {};
  return {said("game_says", {{"words", game_words(before, news)}})};
}

namespace {

/// Says which card a seat plays to a trick; nothing for any other event.
Said trick_words(const rules::AnyEvent& event, const rules::AnyGame& before,
                 const rules::AnyGame& after, const Names& names) {
  const auto play = before.trick_play(event, after);
  if (!play) return {};
  Values values{{"who", name(names[play->seat])}, {"card", text(play->card)}};
  if (const Heading heading = heading_of(before); heading.trick > 0)
    values.emplace("n", count(heading.trick));
  if (!play->takes) return said("trick_play", values);
  values.emplace("taker", name(names[*play->takes]));
  return names[*play->takes] == "You" ? said("trick_play_last_yours", values)
                                      : said("trick_play_last", values);
}

}  // namespace

std::vector<Said> described(const rules::AnyEvent& event, const rules::AnyGame& before,
                            const rules::AnyGame& after, const Names& names,
                            const DealtCards& dealt) {
  std::vector<Said> told;
  const Said trick = trick_words(event, before, after, names);
  std::vector<Said> news = news_of(event, before, after, names);
  if (!trick.empty())
    told.push_back(trick);
  else if (const std::string own = before.words(event, names.all(), dealt.whose(event));
           !own.empty())
    told.push_back(said("game_says", {{"words", game_words(before, own)}}));
  else if (Said words = is_told_otherwise(event, news, after, dealt)
                            ? Said()
                            : event_words(event, before, after, names);
           !words.empty())
    told.push_back(std::move(words));
  if (Said secrets = told_of_secrets(event, before, after, names); !secrets.empty()) {
    const auto of_shuffle = [](const Said& line) { return line.id.starts_with("shuffled_"); };
    if (of_shuffle(secrets)) std::erase_if(told, of_shuffle);  // this says more of the same
    told.push_back(std::move(secrets));
  }
  for (Said& one : news) told.push_back(std::move(one));
  return told;
}

bool brings_to_light(const rules::AnyEvent& event, const rules::AnyGame& before,
                     const rules::AnyGame& after, const Names& names) {
  const bool shows = std::holds_alternative<rules::Shown>(event) ||
                     std::holds_alternative<rules::DiceShown>(event);
  return shows && (!before.news(event, after, names.all()).empty() ||
                   before.trick_play(event, after).has_value());
}

Said awaited_by(Seat me, std::vector<node::Awaited> others, bool asking, const state::Table& table,
                const Names& names) {
  std::erase_if(others, [&](const node::Awaited& a) { return a.seat == me; });
  if (others.empty()) return {};
  std::vector<std::string> all;
  for (const node::Awaited& one : others) all.push_back(names[one.seat]);
  const Said::Value who = words::names(all);
  if (Said what = asking ? Said() : task(others.front(), table, who); !what.empty()) return what;
  return others.size() == 1 ? said("waiting_program", {{"who", who}})
                            : said("waiting_programs", {{"who", who}});
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
  return game.is_shipped() ? drawn : marked_lines(drawn);
}

Said words_of_failed_move(const rules::GameInfo& info, const std::string& why) {
  return said("your_move_failed",
              {{"game", text(printable(info.name))}, {"why", text(printable(why))}});
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

std::vector<Said> roles_said(const rules::AnyGame& game, const Names& names) {
  std::vector<Said> roles;
  if (game.info().roles.empty()) return roles;
  for (std::uint32_t i = 0; i < game.seats(); ++i)
    roles.push_back(
        said("role", {{"who", name(names[Seat(i)])}, {"role", words::game(game.role(Seat(i)))}}));
  return roles;
}

std::string describe_roles(const rules::AnyGame& game, const Names& names) {
  return words::list(roles_said(game, names)).text;
}

Failure failure_of_rules(const state::Table& table) {
  const proto::Charter& charter = table.charter();
  const bool is_script = !table.state().signed_charter->script.empty();
  Values values{{"game", text(printable(charter.module))},
                {"why", text(printable(*table.rules_fault()))}};
  if (!is_script)
    return told_failure(Exit::rules_fault, "rules_fault", said("rules_failed", values),
                        said("tell_author"));
  values.emplace("digest", text(charter.rules.hex()));
  return told_failure(Exit::rules_fault, "rules_fault", said("rules_of_script_failed", values),
                      said("tell_author"));
}

std::string describe_result(const rules::Payoff& result, const Names& names) {
  std::string text;
  for (std::uint32_t i = 0; i < result.size(); ++i)
    text += (i == 0 ? "" : ", ") + names[Seat(i)] + " " + (result[i] > 0 ? "+" : "") +
            std::to_string(result[i]);
  return text;
}

namespace {

/// Returns what a seat won or lost, in chips. Requires: the seat did either, or it is the
/// observer's.
Said chips_won(std::int64_t won, bool mine, const std::string& who) {
  const Values values{{"who", name(who)}, {"n", chips(std::abs(won))}};
  if (won == 0) return said("you_break_even");
  if (mine) return won > 0 ? said("you_win_chips", values) : said("you_lose_chips", values);
  return won > 0 ? said("wins_chips", values) : said("loses_chips", values);
}

/// Returns who wins, and why, if one seat has resigned or fallen silent and the others have won.
Said winner_by(const Ending& ending, const Values& winners, std::int64_t mine,
               rules::Observer observer, const Names& names) {
  const bool resigned = ending.how == Ending::How::resigned;
  const Values by{{"who", name(names[ending.by])}};
  const Said why = resigned ? said("resigned", by) : said("silent_at_end", by);
  if (mine > 0) return said("you_win_since", {{"why", sentence(why)}});
  if (mine == 0 || observer != ending.by) {
    Values since = winners;
    since.emplace("why", sentence(why));
    return said("wins_since", since);
  }
  return resigned ? said("you_lose_by_resigning", winners) : said("you_lose_by_silence", winners);
}

/// Returns the seats that win: in a game of seats against each other those with the highest result,
/// or nobody if all results are equal; else, as against a bank, all with more than nothing.
SeatSet winners_of(const rules::Payoff& result, const rules::GameInfo& game) {
  SeatSet winners;
  if (result.empty()) return winners;
  const auto [least, most] = std::ranges::minmax(result);
  const bool against_each_other = game.zero_sum && result.size() > 1;
  for (std::uint32_t i = 0; i < result.size(); ++i)
    if (against_each_other ? result[i] == most && least < most : result[i] > 0)
      winners.insert(Seat(i));
  return winners;
}

/// Returns who wins.
Said winner(const rules::Payoff& result, const rules::GameInfo& game, rules::Observer observer,
            const Names& names, const Ending& ending) {
  const SeatSet winners = winners_of(result, game);
  std::vector<std::string> who;
  for (const Seat seat : winners.list()) who.push_back(names[seat]);
  const bool plays = observer && observer->value < result.size();
  const std::int64_t mine = !plays                   ? 0
                            : winners.has(*observer) ? 1
                            : winners.empty()        ? result[observer->value]
                                                     : -1;
  const Values values{{"who", words::names(who)},
                      {"n", count(static_cast<std::int64_t>(who.size()))}};
  const bool won_by_it = ending.how != Ending::How::played && ending.by.value < result.size() &&
                         result[ending.by.value] < 0 && !who.empty();
  if (won_by_it) return winner_by(ending, values, mine, observer, names);
  if (mine > 0) return who.size() == 1 ? said("you_win") : said("you_win_with", values);
  if (who.empty()) return mine < 0 ? said("you_lose") : said("drawn");
  return mine < 0 ? said("you_lose_to", values) : said("wins", values);
}

/// Returns a number with its sign, and a minus sign that is as wide as the plus.
std::string with_sign(std::int64_t n) {
  return n == 0 ? "0" : (n > 0 ? "+" : "−") + std::to_string(std::abs(n));
}

/// Returns the results of the observer, and then of the others from the highest on, in chips or
/// points.
std::vector<Said> results_said(const rules::Payoff& result, bool of_chips, rules::Observer observer,
                               const Names& names) {
  std::vector<std::uint32_t> order(result.size());
  std::iota(order.begin(), order.end(), 0);
  const auto is_mine = [&](std::uint32_t i) { return observer && observer->value == i; };
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return is_mine(a) != is_mine(b) ? is_mine(a) : result[a] > result[b];
  });
  std::vector<Said> all;
  for (const std::uint32_t i : order) {
    const std::string& who = names[Seat(i)];
    if (of_chips) {
      if (result[i] != 0 || is_mine(i)) all.push_back(chips_won(result[i], is_mine(i), who));
    } else {
      all.push_back(said("points", {{"who", name(who)}, {"n", text(with_sign(result[i]))}}));
    }
  }
  return all;
}

/// Returns who wins, and the result of each seat if it is in chips or points.
std::vector<Said> standing_said(const rules::Payoff& result, const rules::GameInfo& game,
                                rules::Observer observer, const Names& names,
                                const Ending& ending) {
  if (game.shelf == "poker")
    if (auto all = results_said(result, true, observer, names); !all.empty()) return all;
  // A team wins or loses together: the game's own words say how.
  const bool all_equal = std::ranges::adjacent_find(result, std::not_equal_to()) == result.end();
  const bool told_by_game = ending.how == Ending::How::played && !ending.news.empty();
  if (!game.zero_sum && result.size() > 1 && all_equal && told_by_game) return {};
  std::vector<Said> all{winner(result, game, observer, names, ending)};
  // Smaller results count the seats that a seat has beaten, and are no points of the game.
  const auto beaten_most = static_cast<std::int64_t>(std::max<std::size_t>(result.size(), 2)) - 1;
  const bool of_points =
      std::ranges::any_of(result, [&](std::int64_t won) { return std::abs(won) > beaten_most; });
  if (of_points)
    for (Said& one : results_said(result, false, observer, names)) all.push_back(std::move(one));
  return all;
}

}  // namespace

Ending ending_of(const rules::AnyEvent& event, const rules::AnyGame& before,
                 const rules::AnyGame& after, const Names& names) {
  Ending ending;
  if (const auto news = news_of(event, before, after, names); !news.empty())
    ending.news = in_lines(news);
  if (const auto* moved = std::get_if<rules::Moved<rules::Action>>(&event);
      moved != nullptr && rules::kind_of(moved->move) == "resign")
    ending = {Ending::How::resigned, moved->seat, std::move(ending.news)};
  if (const auto* resigned = std::get_if<rules::Resigned>(&event))
    ending = {Ending::How::resigned, resigned->seat, std::move(ending.news)};
  const auto result = after.result();
  if (const auto* absent = std::get_if<rules::Absent>(&event);
      absent != nullptr && result && result->at(absent->seat.value) < 0)
    ending = {Ending::How::silent, absent->seat, std::move(ending.news)};
  return ending;
}

std::string result_line(const std::vector<Said>& result) {
  return "Result: " + words::list(result).text;
}

std::vector<Said> result_said(const rules::Payoff& result, const rules::GameInfo& game,
                              rules::Observer observer, const Names& names, const Ending& ending) {
  std::vector<Said> all = standing_said(result, game, observer, names, ending);
  // The words for the last of many hands are no reason for the chips of all of them.
  const bool is_reason = ending.how == Ending::How::played && game.shelf != "poker";
  if (is_reason && !ending.news.empty()) all.push_back(ending.news);
  return all;
}

Said describe_standing(const node::StandingChanged& changed, const rules::AnyGame& game,
                       const std::string& who) {
  const Values values{{"who", name(who)}};
  if (changed.gone) return said("gone", values);
  // Hold'em says of whom the hands go on without: they come in as the big blind (docs/holdem.md).
  const Json view = game.view({}, {});
  const auto seats = rules::JsonReader(view).member("presence").elements();
  const bool waits = changed.seat.value < seats.size() && !seats[changed.seat.value].is("here");
  return waits ? said("plays_at_big_blind", values) : said("plays_again", values);
}

Said describe_fork(const node::Forked& forked, const Names& names) {
  Values values{{"step", count(static_cast<std::int64_t>(forked.step.value))}};
  std::vector<std::string> who;
  for (const Seat seat : forked.named) who.push_back(names[seat]);
  if (who.empty()) return said("forked", values);
  values.emplace("who", words::names(who));
  return said("forked_by", values);
}

std::string trust_sentence(const proto::Terms& terms) { return trust_said(terms).text(); }

Said trust_said(const proto::Terms& terms) {
  if (terms.seats == 1) return said("trust_alone");
  const auto module = rules::find_module(terms.module);
  if (module && !(*module)->info().chance) return said("trust_moves");
  using Secrecy = rules::Secrecy;
  const Secrecy secrets = secrets_of(terms);
  const bool named = secrets.shuffles == Secrecy::Shuffles::named;
  const auto honest = sentence(named ? said("honest_shuffler") : said("honest_player"));
  const std::string hidden = module ? hidden_things((*module)->info()) : "cards";
  if (hidden.empty()) return said("trust_chance", {{"honest", honest}});
  const auto things = sentence(hidden == "dice"     ? said("dice")
                               : hidden == "pieces" ? said("pieces")
                                                    : said("cards"));
  const bool script = module && !(*module)->script.empty() && !rules::is_shipped((*module)->script);
  Values values{{"honest", honest},
                {"things", things},
                {"chosen", sentence(hidden == "dice" ? said("a_roll") : said("the_shuffle"))},
                {"talk", sentence(script ? said("script_sees", {{"things", things}})
                                         : said("players_talk"))}};
  if (secrets.deals == Secrecy::Deals::several) return said("trust_rules", values);
  if (terms.recovery == 0) return said("trust_nobody", values);
  values.emplace("others", count(terms.seats - 1));
  return said("trust_others", values);
}

}  // namespace fairdeal::words
