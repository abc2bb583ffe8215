#include <algorithm>

#include "conformance/behaviours.h"
#include "conformance/kinds.h"
#include "games/puzzle-15/sliding_puzzle.h"
#include "rules/perft.h"
#include "rules/registry.h"
#include "rules/solve.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

/// The limit on the depth of a count: no game that is counted to its end is as long.
constexpr unsigned kCountDepthMax = 10'000;

/// Writes a count in the form that the line has: as text if it is above 2^53.
Json count_json(const Json& expected, std::uint64_t count) {
  return expected.is_string() ? Json(std::to_string(count)) : Json(count);
}

Result<const Module*> module_of_line(const Json& line) {
  return find_module(line.at("game").get<std::string>());
}

}  // namespace

void check_perft_line(const Json& line, Checker& check) {
  const auto start = game_of(line, line.at("initial"));
  if (!start) return check.fail("initial", start.error());
  const Json& levels = line.at("levels");
  if (!levels.is_array() || levels.empty()) return check.skip("no levels");
  PerftLimits limits;
  for (const Json& level : levels) {
    if (level.at("depth") > kCountDepthMax || level["depth"] < 0)
      return check.skip("a depth beyond " + std::to_string(kCountDepthMax));
  }
  for (const Json& level : levels)
    limits.depth =
        std::max(level.at("depth").get<unsigned>(), limits.depth == UINT_MAX ? 0u : limits.depth);
  const auto perft = (*module_of_line(line))->perft(*start, limits);
  if (!perft) return check.fail("perft", perft.error());

  std::uint64_t nodes = 0, finished = 0, distinct = 0;
  for (const PerftLevel& level : perft->levels) {
    nodes += level.sequences;
    finished += level.finished_sequences;
    distinct += level.distinct_states.value_or(0);
  }
  for (const Json& expected : levels) {
    const auto depth = expected.at("depth").get<std::size_t>();
    const PerftLevel level =
        depth < perft->levels.size() ? perft->levels[depth] : PerftLevel{.distinct_states = 0};
    const auto compare = [&](const char* name, const std::optional<std::uint64_t>& ours) {
      if (!ours || !expected.contains(name) || expected[name].is_null()) return;
      check.same("depth " + std::to_string(depth) + ", " + name, expected[name],
                 count_json(expected[name], *ours));
    };
    compare("sequences", level.sequences);
    compare("distinct_states", level.distinct_states);
    compare("finished_sequences", level.finished_sequences);
    compare("finished_states", level.finished_states);
    if (!expected.contains("finished_by_result") || !expected["finished_by_result"].is_object() ||
        start->seats() > 2)
      continue;
    const Json& by_result = expected["finished_by_result"];
    Json ours = Json::object();
    for (const auto& [outcome, times] : level.finished_by_result)
      ours[outcome] = count_json(by_result.contains(outcome) ? by_result[outcome] : Json(), times);
    check.same("depth " + std::to_string(depth) + ", finished_by_result", by_result, ours);
  }
  if (!line.value("complete_tree", false)) return;
  check.is_true("the tree ends there", perft->complete);
  const auto total = [&](const char* name, std::uint64_t ours) {
    if (line.contains(name) && !line[name].is_null())
      check.same(name, line[name], count_json(line[name], ours));
  };
  total("total_nodes", nodes);
  total("total_finished_games", finished);
  total("total_distinct_states", distinct);
}

void check_solved_line(const Json& line, Checker& check) {
  const auto start = game_of(line, line.at("initial"));
  if (!start) return check.fail("initial", start.error());
  const auto solution = (*module_of_line(line))->solve(*start, {});
  if (!solution) return check.fail("solve", solution.error());

  check.same("value", line.at("value"), by_role(*start, solution->value));
  const std::string outcome = outcome_name(start->info(), solution->value);
  check.same("outcome", line.at("outcome"), outcome == "draw" ? outcome : outcome + " wins");
  if (line.contains("states_solved"))
    check.same("states_solved", line["states_solved"], solution->states);
  if (start->over()) return;
  check.same("mover", line.at("mover"), start->role(solution->mover));
  Json values = Json::array(), best = Json::array();
  std::int64_t most = INT64_MIN;
  for (const auto& move : solution->moves) most = std::max(most, move.value);
  for (const auto& [move, value] : solution->moves) {
    values.push_back({{"move", Json::parse(move)}, {"value_for_mover", value}});
    if (value == most) best.push_back(Json::parse(move));
  }
  check.same_set("move_values", line.at("move_values"), values);
  check.same_set("best_moves", line.at("best_moves"), best);
}

void check_puzzle_line(const Json& line, Checker& check) {
  const auto board = line.at("board").get<std::string>();
  const Json params = line.value("params", Json::object());
  const bool of_tutorial = line.value("game", std::string()) == "tutorial-15-puzzle";
  const Json* goal = first_of(params, {"target", "goal"});
  if (goal == nullptr) goal = first_of(line, {"target", "goal"});
  const auto target = goal != nullptr ? goal->get<std::string>()
                      : of_tutorial   ? std::string(" ABCDEFGHIJKLMNO")
                                      : std::string("0123456789ABCDE ");
  int side = 1;
  while (side * side < static_cast<int>(board.size())) ++side;
  const int width = params.value("width", side), height = params.value("height", side);
  if (board.empty() || width < 1 || height < 1 || width > 16 || height > 16 ||
      board.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height) ||
      !std::ranges::is_permutation(board, target))
    return check.skip("a puzzle of another shape");
  const Checkerboard shape(height, width);
  if (line.contains("solvable"))
    check.same("solvable", line["solvable"], solvable(shape, board, target));
  if (!line.contains("shortest_solution") || line["shortest_solution"].is_null()) return;
  // The search stops at the length that the line says: to look further takes long and adds nothing.
  constexpr int kMovesMax = 40;
  const Json& expected = line["shortest_solution"];
  if (!expected.is_number_integer() || expected < 0 || expected > kMovesMax)
    return check.skip("a solution of other than 0 to " + std::to_string(kMovesMax) + " moves");
  const auto moves = shortest_solution(shape, board, target, expected.get<int>());
  check.same("shortest_solution", expected, moves ? Json(*moves) : Json("more"));
}

}  // namespace fairdeal::conformance
