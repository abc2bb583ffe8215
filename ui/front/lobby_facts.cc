#include "ui/front/lobby_facts.h"

#include <algorithm>
#include <cmath>

#include "rules/json_reader.h"
#include "ui/front/page_state.h"
#include "ui/words/german.h"
#include "ui/words/secrecy_words.h"
#include "ui/words/words.h"

namespace fairdeal::front {
namespace {

using rules::GameInfo;
using rules::Param;

/// A description names at most this many values of a parameter.
constexpr std::size_t kChoicesMax = 8;

int urgency_of(const LobbyTable& table) {
  if (table.standing == "to_act") return table.left_ms > 0 ? 0 : 1;
  if (table.standing == "playing") return 2;
  if (table.standing == "gathering") return 3;
  return 4;
}

message::LobbyTable message_of(const LobbyTable& table) {
  return {.line = table.line,
          .game = table.game,
          .title = game_title(table.game),
          .with = table.with,
          .standing = table.standing,
          .left_ms = table.left_ms,
          .then = table.then,
          .words = table.words,
          .seen_s = table.seen_s,
          .bots = table.bots,
          .said = table.said};
}

message::LobbyNear message_of(const LobbyNear& near) {
  return {.line = near.line,
          .game = near.game,
          .title = game_title(near.game),
          .contact = near.contact,
          .seats = near.seats,
          .taken = near.taken};
}

message::LobbyFinished message_of(const LobbyFinished& match) {
  return {.file = match.file,
          .game = match.game,
          .title = game_title(match.game),
          .players = match.players,
          .me = match.me,
          .result = {match.result.begin(), match.result.end()},
          .hands = match.hands,
          .moves = match.moves,
          .at_s = match.at_s,
          .verdict = match.verdict};
}

/// Adds a tally, if there is one.
void add_luck(std::vector<message::LobbyLuck>& list, const char* what, const match::Tally& tally) {
  if (tally.count == 0) return;
  const auto hundredths = [](double value) {
    constexpr double kMost = 9e15;  // a page reads whole numbers up to 2^53
    return std::llround(std::clamp(100 * value, -kMost, kMost));
  };
  list.push_back({.what = what,
                  .count = tally.count,
                  .sum = hundredths(tally.sum),
                  .expected = hundredths(tally.expected),
                  .reach = hundredths(tally.reach())});
}

message::LobbyFigure message_of(const match::GameStats& stats) {
  message::LobbyFigure figure{.game = stats.game,
                              .title = game_title(stats.game),
                              .matches = stats.matches,
                              .hands = stats.hands,
                              .won = stats.won,
                              .lost = stats.lost,
                              .sum = stats.sum};
  add_luck(figure.luck, "cards", stats.luck.cards);
  add_luck(figure.luck, "dice", stats.luck.dice);
  add_luck(figure.luck, "all_in", stats.luck.all_in);
  return figure;
}

/// Returns the messages about the first of a list.
template <class List>
auto messages_of(const List& list, std::size_t most) {
  std::vector<decltype(message_of(list.front()))> messages;
  for (std::size_t i = 0; i < std::min(list.size(), most); ++i)
    messages.push_back(message_of(list[i]));
  return messages;
}

/// Returns the words of a description, or two that stand side by side, that the game takes as
/// values of this parameter: "no-limit", "pot-limit" and "fixed-limit". None if there is but one,
/// or if the game is a script.
std::vector<std::string> choices_of(const rules::Module& module, const Param& param) {
  std::vector<std::string> choices, words;
  // A script is not run here: transcripts of it are checked in another thread.
  if (!module.script.empty()) return choices;
  const GameInfo& info = module.info();
  std::string word;
  for (const char c : param.about.substr(0, param.about.find(':')) + " ") {
    if ((c >= 'a' && c <= 'z') || c == '-') {
      word += c;
      continue;
    }
    if (!word.empty()) words.push_back(std::exchange(word, ""));
  }
  const std::size_t single = words.size();
  for (std::size_t i = 0; i + 1 < single; ++i) words.push_back(words[i] + "-" + words[i + 1]);
  for (const std::string& one : words) {
    if (choices.size() == kChoicesMax || std::ranges::count(choices, one) > 0) continue;
    if (rules::start_game(info.name, Json{{param.name, one}}, info.seats_min))
      choices.push_back(one);
  }
  return choices.size() > 1 ? choices : std::vector<std::string>();
}

message::LobbyParam message_of(const rules::Module& module, const Param& param) {
  const Json standard =
      rules::json_or_null(param.among_people.empty() ? param.value : param.among_people);
  message::LobbyParam told{
      .name = param.name, .about = param.about, .kind = "json", .standard = standard};
  if (standard.is_boolean()) {
    told.kind = "flag";
  } else if (standard.is_number_integer()) {
    told.kind = "number";
    if (param.min != INT64_MIN) told.min = param.min;
    if (param.max != INT64_MAX) told.max = param.max;
  } else if (standard.is_string()) {
    told.choices = choices_of(module, param);
    told.kind = told.choices.empty() ? "text" : "choice";
  }
  return told;
}

/// Returns whether an evening of this game can be opened. A script has no such chips, and is not
/// run.
bool has_owned_chips(const rules::Module& module) {
  if (!module.script.empty()) return false;
  const auto game = rules::start_game(module.info().name, Json::object(), module.info().seats_min);
  return game && game->has_chips();
}

message::LobbyGame message_of(const rules::Module& module, bool is_kept_script = false) {
  const GameInfo& info = module.info();
  message::LobbyGame told{.name = info.name,
                          .title = game_title(info.name),
                          .about = info.about,
                          .shelf = info.shelf,
                          .seats_min = info.seats_min,
                          .seats_max = info.seats_max,
                          .rules = words::rules_words(info, is_kept_script),
                          .rules_de = words::german_rules(info, is_kept_script)};
  for (const Param& param : info.params) told.params.push_back(message_of(module, param));
  const auto secrecy = words::secrecy_said(rules::secrets_of(info), words::hidden_things(info));
  for (const words::Said& fact : secrecy)
    told.secrecy += (told.secrecy.empty() ? "" : " ") + fact.text();
  told.secrecy_said = words::json_of(secrecy);
  told.evening = has_owned_chips(module);
  return told;
}

}  // namespace

void sort_by_urgency(std::vector<LobbyTable>& tables) {
  std::ranges::stable_sort(tables, [](const LobbyTable& a, const LobbyTable& b) {
    const int of_a = urgency_of(a), of_b = urgency_of(b);
    if (of_a != of_b) return of_a < of_b;
    return of_a == 0 ? a.left_ms < b.left_ms : a.seen_s > b.seen_s;
  });
}

message::Lobby lobby_message(const LobbyFacts& facts) {
  return {.me = facts.me,
          .asks_name = facts.asks_name,
          .relays = facts.relays,
          .asks_reach = facts.asks_reach,
          .offered = facts.offered,
          .shows_losing = facts.shows_losing,
          .tables = messages_of(facts.tables, kLobbyTablesMax),
          .games = facts.games,
          .near = messages_of(facts.near, kLobbyNearMax),
          .finished = messages_of(facts.finished, kLobbyFinishedMax),
          .finished_all = facts.finished_all,
          .figures = messages_of(facts.figures, kLobbyFiguresMax),
          .reading = facts.reading,
          .starting = facts.starting,
          .opened = facts.opened,
          .open_address = facts.open_address};
}

std::vector<message::LobbyGame> lobby_games(std::span<const rules::Module* const> scripts) {
  std::vector<message::LobbyGame> games;
  for (const rules::Module& module : rules::modules())
    if (module.info().shelf != "reference") games.push_back(message_of(module));
  for (const rules::Module* module : rules::script_modules()) games.push_back(message_of(*module));
  for (const rules::Module* module : scripts) games.push_back(message_of(*module, true));
  return games;
}

}  // namespace fairdeal::front
