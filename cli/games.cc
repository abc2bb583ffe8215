#include "cli/games.h"

#include "base/edit_distance.h"
#include "cli/scripts.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/players/thinker.h"
#include "rules/registry.h"
#include "ui/front/terminal.h"
#include "ui/home/places.h"
#include "ui/match/game_states.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/sandbox/script_files.h"
#include "ui/seat/table_params.h"
#include "ui/words/german.h"
#include "ui/words/printable.h"

namespace fairdeal::cli {
namespace {

using rules::GameInfo;

const std::vector<std::string> kSubcommands{"add", "show", "remove", "sign", "verify"};

std::string seats(const GameInfo& info) {
  const std::string min = std::to_string(info.seats_min);
  return info.seats_min == info.seats_max ? min : min + "–" + std::to_string(info.seats_max);
}

constexpr std::string_view kReference = "reference";

/// A game by this beginning of a name is a known one, written in Lua to be read.
constexpr std::string_view kTeaching = "lua-";

std::string shelf_of(const GameInfo& info) {
  if (info.name.starts_with(kTeaching)) return "teaching";
  return info.seats_max == 1 && info.shelf != kReference ? "one player" : info.shelf;
}

words::Json as_json(const GameInfo& info) {
  words::Json params = words::Json::object();
  for (const auto& param : info.params) {
    const words::Json standard = rules::json_or_null(param.value);
    words::Json entry = {{"about", param.about}, {"default", standard}};
    if (standard.is_number_integer()) {
      if (param.min != INT64_MIN) entry["min"] = param.min;
      if (param.max != INT64_MAX) entry["max"] = param.max;
    }
    if (!param.among_people.empty())
      entry["among_people"] = rules::json_or_null(param.among_people);
    params[param.name] = entry;
  }
  return {{"name", info.name},           {"version", info.version},
          {"about", info.about},         {"rules", info.rules},
          {"seats_min", info.seats_min}, {"seats_max", info.seats_max},
          {"roles", info.roles},         {"params", params},
          {"zero_sum", info.zero_sum},   {"hidden", info.hidden},
          {"chance", info.chance},       {"simultaneous", info.simultaneous},
          {"shelf", shelf_of(info)}};
}

/// Returns the names of the bots that play a game; none, if it does not begin without parameters.
std::vector<std::string> bots_of(const rules::Module& module) {
  const auto start = rules::start_game(module, words::Json::object(), module.info().seats_min);
  return start ? rules::opponents_for(*start) : std::vector<std::string>();
}

std::string to_text(const GameInfo& info) {
  constexpr std::size_t kColumns = 80;
  const std::string german_rules =
      words::locale_is_german() ? words::german_rules(info, false) : std::string();
  const bool german = !german_rules.empty();
  const auto about = [&](const std::string& text) {
    return german ? words::german_about(text) : text;
  };
  std::string text = info.name + (german ? " (Version " : " (version ") + info.version + "), " +
                     seats(info) + (german ? " Plätze\n  " : " seats\n  ") + about(info.about);
  for (const auto& param : info.params)
    text += "\n  " + param.name + " = " + param.value +
            (param.among_people.empty()
                 ? ""
                 : (german ? ", an einem Tisch " : ", at a table ") + param.among_people) +
            "   " + about(param.about);
  const std::string rules =
      german ? front::wrapped(german_rules, kColumns) : words::printable_lines(info.rules);
  if (!rules.empty()) text += "\n\n" + rules;
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string as_line(const GameInfo& info) {
  std::string line = "  " + info.name;
  line.resize(std::max<std::size_t>(line.size() + 2, 26), ' ');
  line += seats(info);
  // A dash of three bytes takes one column.
  const std::size_t dash = info.seats_min == info.seats_max ? 0 : 2;
  line.resize(std::max<std::size_t>(line.size() + 2, 32 + dash), ' ');
  return line + info.about + "\n";
}

/// Returns all games that were built in. `failed` gets what is wrong with a script among them.
std::vector<const GameInfo*> games_built_in(std::vector<std::string>& failed) {
  std::vector<const GameInfo*> games;
  for (const auto& module : rules::modules()) games.push_back(&module.info());
  for (const auto* module : rules::script_modules(&failed)) games.push_back(&module->info());
  return games;
}

/// Lists the games, grouped by kind; with `all`, also the variants that only recorded matches use.
std::string as_list(const std::vector<const GameInfo*>& games, bool all) {
  static constexpr std::pair<std::string_view, const char*> kShelves[] = {
      {"poker", "Poker"},
      {"dice", "Dice"},
      {"cards", "Cards"},
      {"boards", "Boards"},
      {"one player", "One player"},
      {"teaching", "Known games in Lua, to learn from"},
      {kReference, "Variants that recorded matches are of"}};
  std::string text;
  for (const auto& [shelf, heading] : kShelves) {
    if (shelf == kReference && !all) continue;
    text += std::string(text.empty() ? "" : "\n") + heading + "\n";
    for (const GameInfo* info : games)
      if (shelf_of(*info) == shelf) text += as_line(*info);
  }
  text.pop_back();
  return text;
}

int tell_state(const std::string& game, const words::Output& output) {
  const match::GameState state = match::state_of(game);
  words::Json fields = words::Json::array();
  for (const match::StateField& field : state.fields)
    fields.push_back({{"key", field.key},
                      {"type", field.type},
                      {"always", field.always},
                      {"about", field.about}});
  output.result(words::Json{{"v", 1}, {"game", game}, {"notes", state.notes}, {"fields", fields}});
  std::string text;
  for (const std::string& note : state.notes) text += note + "\n";
  for (const match::StateField& field : state.fields)
    text += field.key + (field.always ? "" : " (not always)") + ", " + field.type + ": " +
            field.about + "\n";
  if (text.empty()) text = game + " does not describe its state.\n";
  text.pop_back();
  output.result(text);
  return 0;
}

}  // namespace

int run_games(const GamesOptions& options, const words::Output& output) {
  if (!options.name.empty()) {
    const auto module = rules::find_module(options.name);
    if (!module && sandbox::KeptScripts(home::scripts_folder()).has(options.name))
      return run_games_show({.script = options.name, .identity = {}}, output);
    if (!module && module.error().fault != Fault::unknown_module)
      return output.failed(sandbox::bad_script(module.error().about));
    if (!module) {
      words::Failure failure = seat::no_such_game(options.name);
      const std::string near = nearest_name(options.name, kSubcommands);
      if (!near.empty()) failure.hint += " Is it fairdeal games " + near + "?";
      return output.failed(failure);
    }
    if (options.state) return tell_state(options.name, output);
    words::Json document = as_json((*module)->info());
    document["v"] = 1;
    const auto bots = bots_of(**module);
    document["bots"] = bots;
    output.result(document);
    std::string named;
    for (const std::string& bot : bots) named += (named.empty() ? "" : ", ") + bot;
    output.result(to_text((*module)->info()) + (named.empty() ? "" : "\n\nBots: " + named));
    return 0;
  }
  if (options.state)
    return output.failed({words::Exit::usage, "no_game", "--state is of one game.",
                          "Name it: fairdeal games holdem --state."});
  words::Json all = words::Json::array(), scripts = words::Json::array();
  std::vector<std::string> failed;
  const auto games = games_built_in(failed);
  for (const GameInfo* info : games) all.push_back(as_json(*info));
  for (const std::string& what : failed)
    output.note("A script that was built in is no game: " + words::printable(what) + ".");
  std::string kept;
  for (const sandbox::KeptScript& script : sandbox::KeptScripts(home::scripts_folder()).list()) {
    scripts.push_back(
        {{"name", script.name}, {"version", script.version}, {"digest", script.digest.hex()}});
    kept += "\n  " + words::printable(script.name) + " (version " +
            words::printable(script.version) + ")";
  }
  output.result(words::Json{{"v", 1}, {"games", all}, {"scripts", scripts}});
  output.result(as_list(games, options.all) +
                (kept.empty() ? "" : "\n\nScripts that are kept here" + kept));
  if (!options.all)
    output.note("fairdeal games NAME tells more of one; --all lists also variants.");
  return 0;
}

}  // namespace fairdeal::cli
