#include <algorithm>

#include "conformance/behaviours.h"
#include "conformance/game_tree.h"
#include "conformance/kinds.h"
#include "rules/any_position.h"
#include "rules/registry.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

using Check = void (*)(const Json& line, Checker& check);

/// Returns a line's game, at the state that it has or else at the beginning.
Result<AnyGame> game_given(const Json& given) {
  if (given.contains("state")) return game_of(given, given["state"]);
  FD_TRY(const Module* module, find_module(given.at("game").get<std::string>()));
  const GameInfo& info = module->info();
  return start_game(info.name, known_params(info, given.value("params", Json::object())),
                    info.seats_min);
}

/// Returns the game after the dice have shown what the line says. Errors: not_wanted, if no dice
/// are rolled; as the game's.
Result<AnyGame> after_haps(const AnyGame& game, const Json& haps) {
  if (!haps.is_object() || haps.empty()) return game;
  const auto wants = game.wants();
  const auto* roll = wants.empty() ? nullptr : std::get_if<WantRoll>(&wants.front());
  if (roll == nullptr) return fail(Fault::not_wanted, "no dice are rolled");
  Rolled rolled;
  for (const Die& die : roll->dice)
    if (haps.contains(die.name) && haps[die.name].is_number_integer())
      rolled.values.push_back(haps[die.name].get<std::int64_t>());
  return game.after(rolled);
}

void check_invalid_move(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (!given.contains("game") || (!expect.contains("rejected") && !expect.contains("error")))
    return check.skip("invalid move of another form");
  const auto game = game_given(given);
  const Json moves = given.value("moves", Json());
  const auto event = game ? moves_of(*game, moves.is_object() ? moves : Json::object())
                          : Result<AnyEvent>(fail(game.error()));
  auto after = event ? game->after(*event) : Result<AnyGame>(fail(event.error()));
  if (after) after = after_haps(*after, given.value("haps", Json()));
  check.same("rejected", expects_error(expect), !after);
}

void check_invalid_setup(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  if (given.contains("checkerboard")) {
    const Json& board = given["checkerboard"];
    const auto side = [&](const char* name) { return board.at(name).get<std::uint16_t>(); };
    check.same("rejected", line.at("expect").at("rejected"),
               board.at("string").get<std::string>().size() !=
                   std::size_t{side("height")} * side("width"));
    return;
  }
  const auto module = find_module(given.at("game").get<std::string>());
  if (!module) return check.skip("unknown game");
  const auto game =
      start_game(given["game"].get<std::string>(),
                 known_params((*module)->info(), given.value("params", Json::object())),
                 (*module)->info().seats_min);
  check.same("rejected", line.at("expect").at("rejected"), !game);
}

/// Checks a scripted player: it plays a list of moves, and then the last one again and again.
/// Returns false if the line is about something else.
bool check_script(const Json& given, const Json& expect, Checker& check) {
  const Json* trace = first_of(given, {"trace", "moves"});
  if (const Json* player = first_of(given, {"player"});
      player != nullptr && player->is_array() && player->size() > 1 && (*player)[0] == "trace")
    trace = player;
  const Json* decisions = first_of(expect, {"decisions", "moves", "plays", "value"});
  if (trace == nullptr || decisions == nullptr || !trace->is_array() || !decisions->is_array())
    return false;
  const std::size_t first = trace->size() > 1 && (*trace)[0] == "trace" ? 1 : 0;
  Json ours = Json::array();
  for (std::size_t i = first; ours.size() < decisions->size(); ++i)
    ours.push_back(trace->at(std::min(i, trace->size() - 1)));
  check.same("decisions", *decisions, ours);
  return true;
}

/// Checks the weights of heuristics, which must be numbers from 0 to 1. Returns false if the line
/// is about something else.
bool check_weights(const Json& given, const Json& expect, Checker& check) {
  const Json* weights = first_of(given, {"weights"});
  if (weights == nullptr || !weights->is_array()) return false;
  const bool sound = !weights->empty() && std::ranges::all_of(*weights, [](const Json& said) {
    const auto weight = number_of(said);
    return weight && *weight >= Rational(0) && *weight <= Rational(1);
  });
  check.same("weights are refused", expects_error(expect), !sound);
  return true;
}

/// Checks a line about a player: its script, its weights, or that it is not asked where there is
/// nothing to decide.
void check_player(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (check_script(given, expect, check) || check_weights(given, expect, check)) return;
  const bool asked = expects_error(expect) || expect.contains("moves");
  if (!given.contains("game") || !given.contains("state") || !asked)
    return check.skip("player, " + line.value("name", std::string()));
  if (given["state"].is_string()) {  // words: "after roll, before the die has a value"
    const auto start = start_game(given["game"].get<std::string>(), {}, 2);
    if (!start) return check.fail("game", start.error());
    const auto rolled = start->after(joint_moves(*start).front());
    check.is_true("nobody is asked while dice are in the air", rolled && rolled->active().empty());
    return;
  }
  if (!given.contains("role")) return check.skip("player without a role");
  const auto game = game_of(given, given["state"]);
  if (!game) return check.fail("state", game.error());
  const auto role = given["role"].get<std::string>();
  const Json all = legal_moves(*game);
  if (expect.contains("moves"))
    check.same_set("moves", expect["moves"], all.value(role, Json::array()));
  else
    check.is_true("it has no moves", !all.contains(role));
}

// --- trees ---

void check_game_tree(const Json& line, Checker& check) {
  const Json& given = line.at("given");
  const Json& expect = line.at("expect");
  if (given.contains("text")) {
    GameTree tree(start_game("tic-tac-toe", {}, 2).value());
    const bool once = tree.expand(0).has_value(), twice = tree.expand(0).has_value();
    check.is_true("a branch grows once", once && !twice);
    return;
  }
  const auto game = game_of(given, given.at("state"));
  if (!game) return check.fail("state", game.error());
  GameTree tree(*game);
  Json transitions = Json::array();
  bool pending = true;
  for (const auto& branch : tree.branches()) {
    transitions.push_back(roles_of(*game, branch.event));
    pending &= branch.child == nullptr;
  }
  check.same_set("transitions", expect.at("transitions"), transitions);
  if (expect.contains("all_pending_at_first"))
    check.same("all_pending_at_first", expect["all_pending_at_first"], pending);
  if (!expect.contains("after_expanding_roll")) return;
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    if (transitions[i].front() != "roll") continue;
    const GameTree& grown = **tree.expand(i);
    const Json& expected = expect["after_expanding_roll"];
    check.same("contingent", expected.at("contingent"), grown.is_chance());
    Json haps = Json::array(), expected_haps = Json::array();
    for (const auto& branch : grown.branches()) haps.push_back(haps_of(grown.game(), branch.event));
    for (const Json& child : expected.at("children")) expected_haps.push_back(child.at("haps"));
    check.same_set("haps", expected_haps, haps);
  }
}

constexpr std::pair<std::string_view, Check> kBehaviours[] = {
    {"aleatory", check_aleatory_line},
    {"contingent", check_contingent_line},
    {"game_base", check_game_base_line},
    {"invalid_move", check_invalid_move},
    {"invalid_setup", check_invalid_setup},
    {"player", check_player},
    {"checkerboard", check_checkerboard_line},
    {"equivalence", check_equivalence_line},
    {"game_tree", check_game_tree},
    {"match", check_match_line},
    {"tournament", check_tournament_line},
    {"scanner", check_scanner_line},
    {"statistics", check_statistics_line}};

}  // namespace

void check_behaviour_line(const Json& line, Checker& check) {
  const auto topic = line.at("topic").get<std::string>();
  for (const auto& [name, function] : kBehaviours)
    if (name == topic) return function(line, check);
}

}  // namespace fairdeal::conformance
