#include "conformance/behaviours.h"
#include "conformance/game_tree.h"
#include "conformance/kinds.h"
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
    {"player", check_player_line},
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
