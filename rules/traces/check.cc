#include "rules/traces/check.h"

#include <algorithm>
#include <array>

#include "rules/model.h"
#include "rules/registry.h"
#include "rules/traces/kinds.h"

namespace fairdeal::rules {
namespace {

using Check = void (*)(const Json&, Checker&);

struct Kind {
  std::string_view topic;
  Check check;
};

constexpr Kind kTopics[] = {{"evaluated_moves", check_ai_line},
                            {"simultaneous_evaluated_moves", check_ai_line},
                            {"ensemble_evaluated_moves", check_ai_line},
                            {"heuristic_value", check_ai_line},
                            {"rule_based_decision", check_ai_line},
                            {"only_good_move", check_ai_line},
                            {"tribolo_ai", check_tribolo_ai_line},
                            {"tribolo_commands", check_tribolo_commands_line},
                            {"multigame", check_multigame_line},
                            {"win_masks", check_pittman_line},
                            {"node", check_pittman_line},
                            {"value", check_pittman_line},
                            {"pruning", check_pittman_line},
                            {"count", check_pittman_line},
                            {"rejected", check_pittman_line},
                            {"self_play", check_pittman_line},
                            {"aleatory", check_behaviour_line},
                            {"contingent", check_behaviour_line},
                            {"game_base", check_behaviour_line},
                            {"invalid_move", check_behaviour_line},
                            {"invalid_setup", check_behaviour_line},
                            {"player", check_behaviour_line},
                            {"checkerboard", check_behaviour_line},
                            {"equivalence", check_behaviour_line},
                            {"match", check_behaviour_line},
                            {"tournament", check_behaviour_line},
                            {"game_tree", check_behaviour_line},
                            {"scanner", check_behaviour_line},
                            {"statistics", check_behaviour_line},
                            {"replay", check_views_line}};

/// What no line needs, and recursion can bear.
constexpr std::size_t kDepthMax = 64;

/// How deep lists and objects stand in each other; brackets in texts do not count.
std::size_t depth_of(std::string_view line) {
  std::size_t depth = 0, most = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_text && c == '\\') ++i;
    if (c == '"') in_text = !in_text;
    if (in_text) continue;
    if (c == '[' || c == '{') most = std::max(most, ++depth);
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return most;
}

/// What the line is, by what it has.
std::pair<std::string, Check> kind_of(const Json& line) {
  if (line.contains("plies")) return {"playout", check_playout_line};
  if (line.contains("levels")) return {"perft", check_perft_line};
  if (line.contains("move_values")) return {"solved", check_solved_line};
  if (line.contains("solvable")) return {"puzzle", check_puzzle_line};
  const auto topic = line.value("topic", std::string("unknown"));
  if (topic != "replay" && line.contains("filters") && line.contains("update"))
    return {"scenario", check_views_line};
  for (const auto& [name, check] : kTopics)
    if (name == topic) return {topic, check};
  return {topic, nullptr};
}

Result<LineCheck> check_json(const Json& line) {
  if (!line.is_object()) return fail(Fault::not_canonical, "a line that is no JSON object");
  const auto [kind, check] = kind_of(line);
  LineCheck result{.kind = kind};
  Checker checker;
  const bool known_game = !line.contains("game") || !line["game"].is_string() ||
                          find_module(line["game"].get<std::string>());
  if (!known_game) result.kind += " of " + line["game"].get<std::string>();
  if (check == nullptr || !known_game)
    checker.skip("nobody here knows it");
  else
    check(line, checker);
  result.plies = checker.plies();
  result.difference = checker.difference();
  result.skipped = checker.skipped();
  return result;
}

}  // namespace

Result<LineCheck> check_line(std::string_view line) {
  if (depth_of(line) > kDepthMax)
    return fail(Fault::not_canonical, "a line of JSON nested too deeply");
  // Not parse_json: what we do not compare may have any form, such as probabilities in views.
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return fail(Fault::not_canonical, "a line that is not JSON");
  try {
    return guarded([&] { return check_json(json); });
  } catch (const tl::bad_expected_access<Error>& e) {  // a place of a game that cannot be
    return fail(e.error());
  } catch (const std::exception& e) {  // a number or a name that nothing can be made of
    return fail(Fault::not_canonical, std::string("a line that cannot be read: ") + e.what());
  }
}

}  // namespace fairdeal::rules
