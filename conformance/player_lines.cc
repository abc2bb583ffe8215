#include <algorithm>

#include "base/seeded_rng.h"
#include "conformance/behaviours.h"
#include "conformance/described_players.h"
#include "rules/any_position.h"
#include "rules/registry.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

// --- which kinds play which games ---

/// Returns the game that a line names as "ToadsAndFrogs" or "toads-and-frogs", or whose properties
/// it says: "simultaneous", "non-deterministic", "deterministic".
std::optional<GameInfo> game_named(const std::string& name) {
  const std::string letters = plain(name);
  for (const Module& module : modules())
    if (plain(module.info().name) == letters) return module.info();
  if (letters == "mancala") return game_named("mancala-kalah");
  GameInfo info;
  info.simultaneous = letters.find("simultaneous") != std::string::npos;
  const bool is_sure =
      letters.starts_with("deterministic") || letters.ends_with("anddeterministic");
  for (const char* word : {"nondetermin", "notdetermin", "stochastic", "chance", "dice"})
    info.chance |= letters.find(word) != std::string::npos;
  if (info.simultaneous || info.chance || is_sure || letters.find("alternat") != std::string::npos)
    return info;
  return {};
}

/// Compares which kinds of players play which games, wherever a line says it.
class Compatibility {
 public:
  Compatibility(const Json& given, Checker& check) : given_(given), check_(check) {}

  bool has_compared() const { return compared_; }

  /// Reads `said` about this kind and this game, as far as they are known by now.
  void read(const Json& said, std::optional<PlayerKind> kind, std::optional<GameInfo> game) {
    if (said.is_boolean() && kind && game) {
      compared_ = true;
      check_.same("compatible with " + game->name, said, plays(*kind, *game));
    } else if (said.is_object()) {
      for (const char* name : {"player", "kind", "class"})
        if (said.contains(name)) kind = kind_of_json(said[name], kind);
      if (said.contains("game")) game = game_of_json(said["game"], game);
      for (const auto& [key, value] : said.items()) {
        const auto other_kind = player_kind_named(key);
        const auto other_game = other_kind ? std::nullopt : game_named(key);
        read(value, other_kind ? other_kind : kind, other_game ? other_game : game);
      }
    } else if (said.is_array()) {
      read_list(said, kind, game);
    }
  }

 private:
  static std::optional<PlayerKind> kind_of_json(const Json& said, std::optional<PlayerKind> kind) {
    const auto named = said.is_string() ? player_kind_named(said.get<std::string>()) : std::nullopt;
    return named ? named : kind;
  }
  static std::optional<GameInfo> game_of_json(const Json& said, std::optional<GameInfo> game) {
    const auto named = said.is_string() ? game_named(said.get<std::string>()) : std::nullopt;
    return named ? named : game;
  }
  const Json* listed(std::initializer_list<const char*> names, std::size_t size) const {
    const Json* list = first_of(given_, names);
    return list != nullptr && list->is_array() && list->size() == size ? list : nullptr;
  }

  void read_list(const Json& said, std::optional<PlayerKind> kind, std::optional<GameInfo> game) {
    const bool all_texts =
        std::ranges::all_of(said, [](const Json& one) { return one.is_string(); });
    if (all_texts && (kind || game)) return read_names(said, kind, game);
    const bool is_row = said.size() == 3 && said[0].is_string() && said[1].is_string();
    for (std::size_t i = 0; i < said.size(); ++i) {
      auto one_kind = kind;
      auto one_game = game;
      if (is_row) {  // ["MaxNPlayer", "pig", false]
        for (const std::size_t at : {0u, 1u}) {
          one_kind = kind_of_json(said[at], one_kind);
          one_game = game_of_json(said[at], one_game);
        }
      } else if (said[i].is_boolean()) {  // in the order of the games or players that are given
        const Json* games = listed({"games"}, said.size());
        const Json* players = listed({"players"}, said.size());
        if (!game && games != nullptr) one_game = game_of_json((*games)[i], game);
        if (!kind && players != nullptr) one_kind = kind_of_json((*players)[i], kind);
      }
      read(said[i], one_kind, one_game);
    }
  }

  /// Reads the list of all games that a kind plays, or of all kinds that play a game.
  void read_names(const Json& names, std::optional<PlayerKind> kind, std::optional<GameInfo> game) {
    Json all = names;
    if (const Json* given = first_of(given_, {kind ? "games" : "players"});
        given != nullptr && given->is_array())
      all = *given;
    for (const Json& one : all)
      read(std::ranges::count(names, one) > 0, kind_of_json(one, kind), game_of_json(one, game));
  }

  const Json& given_;
  Checker& check_;
  bool compared_ = false;
};

bool check_compatibility(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  const std::string all =
      plain(line.value("name", std::string())) + plain(expect.dump()) + plain(given.dump());
  const bool all_said =
      !expect.empty() && !given.contains("state") &&
      std::ranges::all_of(expect, [](const Json& one) { return one.is_boolean(); });
  const bool is_named = all.find("compatib") != std::string::npos;
  if (!is_named && (!all_said || expects_error(expect))) return false;
  const auto text_of = [&](std::initializer_list<const char*> names) {
    const Json* said = first_of(given, names);
    return said != nullptr && said->is_string() ? said->get<std::string>() : std::string();
  };
  std::optional<GameInfo> game = game_named(text_of({"game"}));
  if (first_of(given, {"simultaneous", "isSimultaneous", "deterministic", "isDeterministic"})) {
    game = GameInfo();
    const Json* together = first_of(given, {"simultaneous", "isSimultaneous"});
    const Json* sure = first_of(given, {"deterministic", "isDeterministic"});
    game->simultaneous = together != nullptr && *together == true;
    game->chance = sure != nullptr && *sure == false;
  }
  Compatibility table(given, check);
  table.read(expect, player_kind_named(text_of({"player", "kind", "class"})), game);
  if (!table.has_compared() && is_named) check.skip("player, compatibility of another form");
  return table.has_compared() || is_named;
}

// --- composite heuristics ---

/// A part of a composite heuristic, and its weight.
struct Component {
  Json function;
  Json weight;
};

/// Returns the parts that a line gives in pairs, in turn, or in two lists; none if it has none.
std::optional<std::vector<Component>> components_of(const Json& given) {
  std::vector<Component> all;
  const Json* weights = first_of(given, {"weights"});
  const Json* list = first_of(
      given, {"components", "composite", "args", "arguments", "functions", "heuristics", "values"});
  if (weights != nullptr && weights->is_array()) {
    if (list == nullptr)
      for (const auto& [name, other] : given.items())
        if (name != "weights" && other.is_array() && other.size() == weights->size()) list = &other;
    for (std::size_t i = 0; i < weights->size(); ++i)
      all.push_back({list != nullptr && list->is_array() && i < list->size() ? (*list)[i] : Json(0),
                     (*weights)[i]});
    return all;
  }
  if (list == nullptr || !list->is_array()) return {};
  const bool in_parts =
      std::ranges::all_of(*list, [](const Json& one) { return one.is_array() || one.is_object(); });
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json& one = (*list)[i];
    if (!in_parts) {
      all.push_back({one, i + 1 < list->size() ? (*list)[i + 1] : Json()});
      ++i;
    } else if (one.is_array()) {
      all.push_back({one.empty() ? Json() : one[0], one.size() > 1 ? one[1] : Json()});
    } else {
      const Json* function =
          first_of(one, {"heuristic", "function", "value", "component", "constant", "returns"});
      all.push_back({function != nullptr ? *function : Json(), one.value("weight", Json())});
    }
  }
  return all;
}

/// Returns what a part says of a state: a number, the last one in its words ("constant 0.5"), or a
/// heuristic by its name. Errors: bad_parameters.
Result<Rational> component_value(const Json& function, const Json& given) {
  if (function.is_number()) return number_of(function);
  if (!function.is_string()) return fail(Fault::bad_parameters, "no function");
  const auto words = function.get<std::string>();
  if (const auto heuristic = heuristic_of_line(words);
      heuristic && given.contains("game") && given.contains("state") && given.contains("role")) {
    FD_TRY(const AnyGame game, game_of(given, given["state"]));
    const auto seat = seat_of(game, given["role"].get<std::string>());
    if (seat) return (*heuristic)(game, *seat);
  } else if (heuristic && words == "zero") {
    return Rational(0);
  }
  const auto space = words.find_last_of(" :>=(");
  std::string last = space == std::string::npos ? words : words.substr(space + 1);
  if (last.ends_with(')')) last.pop_back();
  const Json number = Json::parse(last, nullptr, /*allow_exceptions=*/false);
  if (!number.is_number()) return fail(Fault::bad_parameters, "no function");
  return number_of(number);
}

/// Checks a heuristic that adds up others. Its weights must be numbers from 0 to 1 that add up to
/// 1. Returns false if the line is about something else.
bool check_composite(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  const bool named =
      plain(line.value("name", std::string())).find("composite") != std::string::npos;
  if (!named && first_of(given, {"weights", "components", "composite"}) == nullptr) return false;
  const auto components = components_of(given);
  if (!components) return false;
  bool sound = !components->empty();
  Rational weights, sum;
  bool known = true;
  for (const auto& [function, weight] : *components) {
    const auto number = number_of(weight);
    sound = sound && number && *number >= Rational(0) && *number <= Rational(1);
    weights = rounded(weights + number.value_or(Rational()));
    const auto value = component_value(function, given);
    known = known && value;
    sum = rounded(sum + rounded(value.value_or(Rational()) * number.value_or(Rational())));
  }
  if (expects_error(expect)) {
    const bool all_functions = std::ranges::all_of(*components, [&](const Component& one) {
      return given.contains("weights") ||
             (one.function.is_string() && component_value(one.function, given));
    });
    const bool refused = !sound || !all_functions || !close(1, weights);
    check.is_true("it is refused", refused);
    return true;
  }
  const Json* answer = first_of(expect, {"composite", "evaluation", "heuristic"});
  if (answer == nullptr) answer = answer_of(expect);
  if (answer == nullptr && expect.size() == 1) answer = &expect.front();
  if (answer == nullptr || !answer->is_number()) {
    check.same("it is refused", false, !sound);
    return true;
  }
  if (!known) {
    check.skip("player, a composite of unknown functions");
    return true;
  }
  same_number(check, "value", *answer, sum);
  return true;
}

// --- decisions ---

/// Checks a scripted player: it plays a list of moves, and then the last one again and again.
/// Returns false if the line is about something else.
bool check_script(const Json& given, const Json& expect, Checker& check) {
  auto script = script_of(given);
  if (const Json* player = first_of(given, {"player"}); player != nullptr && !script)
    script = script_of(*player);
  const Json* decisions = first_of(expect, {"decisions", "moves", "plays", "value", "values"});
  if (!script || decisions == nullptr || !decisions->is_array()) return false;
  Json ours = Json::array();
  for (std::size_t i = 0; ours.size() < decisions->size(); ++i)
    ours.push_back(script->at(std::min(i, script->size() - 1)));
  check.same("decisions", *decisions, ours);
  return true;
}

/// Returns the state that a line asks about: after its "moves", if it has some. Words in the place
/// of a state mean the one after the first move, while dice are in the air.
Result<AnyGame> state_asked(Json given) {
  given.erase("players");  // those of an ensemble, not the seats of the game
  const auto name = given.at("game").get<std::string>();
  FD_TRY(const Module* module, find_module(name));
  const bool in_words = given.contains("state") && given["state"].is_string();
  FD_TRY(AnyGame game,
         given.contains("state") && !in_words
             ? game_of(given, given["state"])
             : start_game(name, known_params(module->info(), given.value("params", Json::object())),
                          module->info().seats_min));
  if (in_words && game.active().empty()) return game;
  if (in_words) return game.after(joint_moves(game).front());
  if (!given.contains("moves") || !given["moves"].is_object()) return game;
  FD_TRY(const AnyEvent event, moves_of(game, given["moves"]));
  return game.after(event);
}

/// Checks that a player decides only for what the line has, with many seeds.
void check_choices(const Json& given, const Json& choices, const AnyGame& game, Seat seat,
                   Checker& check) {
  constexpr std::uint64_t kSeeds = 20;
  const Json described = given.value("player", Json("random"));
  const auto player_again = [&] {  // with the rest of what is given, such as its horizon
    const auto player =
        described.is_string() && given.contains("player") ? player_of(given) : player_of(described);
    return player ? player : player_of(described);
  };
  if (!player_again()) return check.skip("player, " + described.dump());
  for (std::uint64_t seed = 0; seed < kSeeds && check.agrees(); ++seed) {
    SeededRng rng(seed);
    const Player player = *player_again();
    const Json move = Json::parse(player(game, seat, {}, rng).text);
    if (std::ranges::count(choices, move) == 0) check.same("decision", choices, move);
  }
}

/// Checks a player that is asked for its move in some state.
void check_asked(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  const auto game = state_asked(given);
  if (!game) return check.fail("state", game.error());
  const Json* described = first_of(given, {"player"});
  const auto kind = described != nullptr && described->is_string()
                        ? player_kind_named(described->get<std::string>())
                        : std::nullopt;
  const Json all = game->over() ? Json::object() : legal_moves(*game);
  const Json* said = first_of(given, {"role"});
  const bool has_role = said != nullptr && said->is_string();
  if (!has_role && all.size() > 1) return check.skip("player without a role");
  const std::string role = has_role      ? said->get<std::string>()
                           : all.empty() ? std::string()
                                         : all.begin().key();
  if (expects_error(expect))
    return void(check.is_true("it has no moves",
                              !all.contains(role) || (kind && !plays(*kind, game->info()))));
  if (const Json* moves = first_of(expect, {"moves", "movesFor", "moves_for"}))
    return void(check.same_set("moves", *moves, all.value(role, Json::array())));
  const auto seat = seat_of(*game, role);
  if (!seat || !all.contains(role)) return check.skip("player, a role without moves");
  if (const Json* choices =
          first_of(expect, {"one_of", "oneOf", "any_of", "decision_in", "decisions", "possible"}))
    return check_choices(given, *choices, *game, *seat, check);
  const Json* decision = first_of(expect, {"decision", "move", "best_move"});
  if (decision == nullptr) decision = answer_of(expect);
  if (decision == nullptr) return check.skip("player, " + line.value("name", std::string()));
  check_choices(given, Json::array({*decision}), *game, *seat, check);
}

}  // namespace

void check_player_line(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (check_compatibility(line, check) || check_composite(line, check) ||
      check_script(given, expect, check))
    return;
  const Json* members = first_of(given, {"players", "members"});
  if (members != nullptr && members->is_array() && members->empty())
    return void(check.same("it is refused", expects_error(expect), true));
  if (!given.contains("game")) return check.skip("player, " + line.value("name", std::string()));
  check_asked(line, check);
}

}  // namespace fairdeal::conformance
