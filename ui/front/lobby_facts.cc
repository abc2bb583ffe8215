#include "ui/front/lobby_facts.h"

#include <algorithm>
#include <map>

#include "rules/json_reader.h"
#include "ui/front/page_state.h"
#include "ui/words/secrecy_words.h"

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

Json lobby_json_of(const LobbyTable& table) {
  return {{"line", table.line}, {"game", table.game},         {"title", game_title(table.game)},
          {"with", table.with}, {"standing", table.standing}, {"left_ms", table.left_ms},
          {"then", table.then}, {"words", table.words},       {"seen_s", table.seen_s},
          {"bots", table.bots}};
}

Json lobby_json_of(const LobbyNear& near) {
  return {{"line", near.line},       {"game", near.game},   {"title", game_title(near.game)},
          {"contact", near.contact}, {"seats", near.seats}, {"taken", near.taken}};
}

Json lobby_json_of(const LobbyFinished& match) {
  return {{"file", match.file},       {"game", match.game},   {"title", game_title(match.game)},
          {"players", match.players}, {"me", match.me},       {"result", match.result},
          {"hands", match.hands},     {"moves", match.moves}, {"at_s", match.at_s},
          {"verdict", match.verdict}};
}

Json lobby_json_of(const LobbyFigure& figure) {
  return {{"game", figure.game},       {"title", game_title(figure.game)},
          {"matches", figure.matches}, {"hands", figure.hands},
          {"won", figure.won},         {"lost", figure.lost},
          {"sum", figure.sum}};
}

template <class List>
Json lobby_list(const List& list, std::size_t most) {
  Json json = Json::array();
  for (std::size_t i = 0; i < std::min(list.size(), most); ++i)
    json.push_back(lobby_json_of(list[i]));
  return json;
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

Json param_json(const rules::Module& module, const Param& param) {
  const Json standard =
      rules::json_or_null(param.among_people.empty() ? param.value : param.among_people);
  Json json = {{"name", param.name}, {"about", param.about}, {"standard", standard}};
  if (standard.is_boolean()) {
    json["kind"] = "flag";
  } else if (standard.is_number_integer()) {
    json["kind"] = "number";
    if (param.min != INT64_MIN) json["min"] = param.min;
    if (param.max != INT64_MAX) json["max"] = param.max;
  } else if (standard.is_string()) {
    const auto choices = choices_of(module, param);
    json["kind"] = choices.empty() ? "text" : "choice";
    json["choices"] = choices;
  } else {
    json["kind"] = "json";
  }
  return json;
}

Json game_json(const rules::Module& module) {
  const GameInfo& info = module.info();
  Json params = Json::array();
  for (const Param& param : info.params) params.push_back(param_json(module, param));
  std::string secrecy;
  for (const std::string& fact :
       words::secrecy_facts(rules::secrets_of(info), words::hidden_things(info)))
    secrecy += (secrecy.empty() ? "" : " ") + fact;
  return {{"name", info.name},           {"title", game_title(info.name)},
          {"about", info.about},         {"shelf", info.shelf},
          {"seats_min", info.seats_min}, {"seats_max", info.seats_max},
          {"secrecy", secrecy},          {"params", params}};
}

}  // namespace

void sort_by_urgency(std::vector<LobbyTable>& tables) {
  std::ranges::stable_sort(tables, [](const LobbyTable& a, const LobbyTable& b) {
    const int of_a = urgency_of(a), of_b = urgency_of(b);
    if (of_a != of_b) return of_a < of_b;
    return of_a == 0 ? a.left_ms < b.left_ms : a.seen_s > b.seen_s;
  });
}

std::vector<LobbyFigure> figures_of(const std::vector<LobbyFinished>& finished) {
  std::map<std::string, LobbyFigure> by_game;
  for (const LobbyFinished& match : finished) {
    if (match.me < 0 || static_cast<std::size_t>(match.me) >= match.result.size()) continue;
    const std::int64_t mine = match.result[static_cast<std::size_t>(match.me)];
    const std::int64_t best = std::ranges::max(match.result);
    const bool alone = std::ranges::count(match.result, best) == 1;
    LobbyFigure& figure = by_game[match.game];
    figure.game = match.game;
    ++figure.matches;
    figure.hands += match.hands;
    figure.won += mine == best && alone ? 1 : 0;
    figure.lost += mine < best ? 1 : 0;
    figure.sum += mine;
  }
  std::vector<LobbyFigure> figures;
  for (auto& [game, figure] : by_game) figures.push_back(std::move(figure));
  std::ranges::stable_sort(figures, std::greater(), &LobbyFigure::matches);
  return figures;
}

Json lobby_json(const LobbyFacts& facts) {
  return {{"me", facts.me},
          {"tables", lobby_list(facts.tables, kLobbyTablesMax)},
          {"games", facts.games},
          {"near", lobby_list(facts.near, kLobbyNearMax)},
          {"finished", lobby_list(facts.finished, kLobbyFinishedMax)},
          {"finished_all", facts.finished_all},
          {"figures", lobby_list(facts.figures, kLobbyFiguresMax)},
          {"reading", facts.reading},
          {"starting", facts.starting},
          {"opened", facts.opened},
          {"open_address", facts.open_address}};
}

Json lobby_games(std::span<const rules::Module* const> scripts) {
  Json games = Json::array();
  for (const rules::Module& module : rules::modules())
    if (module.info().shelf != "reference") games.push_back(game_json(module));
  for (const rules::Module* module : rules::script_modules()) games.push_back(game_json(*module));
  for (const rules::Module* module : scripts) games.push_back(game_json(*module));
  return games;
}

}  // namespace fairdeal::front
