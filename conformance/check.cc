#include "conformance/check.h"

#include <algorithm>
#include <array>

#include "conformance/kinds.h"
#include "rules/registry.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

using Check = void (*)(const Json&, Checker&);

struct Kind {
  std::string_view topic;
  Check check;
  std::array<const char*, 2> needs;  ///< a line that lacks one of these means something else
};

constexpr Kind kTopics[] = {{"evaluated_moves", check_ai_line, {"state", "role"}},
                            {"simultaneous_evaluated_moves", check_ai_line, {"state", "role"}},
                            {"ensemble_evaluated_moves", check_ai_line, {"state", "role"}},
                            {"heuristic_value", check_ai_line, {"state", "values"}},
                            {"rule_based_decision", check_ai_line, {"state", "role"}},
                            {"only_good_move", check_ai_line, {"state", "role"}},
                            {"tribolo_ai", check_tribolo_ai_line, {"state", "strategy"}},
                            {"tribolo_commands", check_tribolo_commands_line, {"initial", "steps"}},
                            {"multigame", check_multigame_line, {"expect", "topic"}},
                            {"win_masks", check_pittman_line, {"expect", "topic"}},
                            {"node", check_pittman_line, {"expect", "topic"}},
                            {"value", check_pittman_line, {"expect", "topic"}},
                            {"pruning", check_pittman_line, {"expect", "topic"}},
                            {"count", check_pittman_line, {"expect", "topic"}},
                            {"rejected", check_pittman_line, {"expect", "topic"}},
                            {"self_play", check_pittman_line, {"expect", "topic"}},
                            {"aleatory", check_behaviour_line, {"given", "expect"}},
                            {"contingent", check_behaviour_line, {"given", "expect"}},
                            {"game_base", check_behaviour_line, {"given", "expect"}},
                            {"invalid_move", check_behaviour_line, {"given", "expect"}},
                            {"invalid_setup", check_behaviour_line, {"given", "expect"}},
                            {"player", check_behaviour_line, {"given", "expect"}},
                            {"checkerboard", check_behaviour_line, {"given", "expect"}},
                            {"equivalence", check_behaviour_line, {"given", "expect"}},
                            {"match", check_behaviour_line, {"given", "expect"}},
                            {"tournament", check_behaviour_line, {"given", "expect"}},
                            {"game_tree", check_behaviour_line, {"given", "expect"}},
                            {"scanner", check_behaviour_line, {"given", "expect"}},
                            {"statistics", check_behaviour_line, {"given", "expect"}},
                            {"replay", check_views_line, {"update", "view"}}};

/// The limit on nesting: no line needs as much, and recursion can bear it.
constexpr std::size_t kDepthMax = 64;

/// Returns how deeply lists and objects are nested. Brackets inside strings do not count.
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

/// Removes the name in brackets that a library puts in front of an exception's text.
std::string words_of(std::string_view words) {
  const auto end = words.starts_with('[') ? words.find("] ") : std::string_view::npos;
  return std::string(end == std::string_view::npos ? words : words.substr(end + 2));
}

/// Returns the kind of a line, by the members that it has, and the function that checks it; null if
/// there is none.
std::pair<std::string, Check> kind_of(const Json& line) {
  if (line.contains("plies")) return {"playout", check_playout_line};
  if (line.contains("levels")) return {"perft", check_perft_line};
  if (line.contains("move_values")) return {"solved", check_solved_line};
  if (line.contains("solvable")) return {"puzzle", check_puzzle_line};
  for (const char* name : {"topic", "kind"})
    if (line.contains(name) && !line[name].is_string()) return {"unknown", nullptr};
  const std::string topic = line.value("topic", line.value("kind", std::string("unknown")));
  if (topic != "replay" && line.contains("filters") && line.contains("update"))
    return {"scenario", check_views_line};
  for (const auto& [name, check, needs] : kTopics) {
    if (name != topic) continue;
    const auto has = [&](const char* key) { return line.contains(key); };
    if (!std::ranges::all_of(needs, has)) return {topic + " of another form", nullptr};
    return {topic, check};
  }
  return {topic, nullptr};
}

/// Turns the players of a tournament, an object by name, into a list of names and descriptions in
/// the order of the line: it decides who plays whom, and Json sorts its keys.
void keep_order(Json& line, std::string_view written) {
  if (!line.is_object() || line.value("topic", Json()) != "tournament") return;
  const auto ordered = nlohmann::ordered_json::parse(written, nullptr, /*allow_exceptions=*/false);
  for (const char* name : {"players", "opponents"}) {
    const auto place = nlohmann::ordered_json::json_pointer(std::string("/given/") + name);
    if (!ordered.contains(place) || !ordered.at(place).is_object()) continue;
    Json list = Json::array();
    for (const auto& [key, value] : ordered.at(place).items())
      list.push_back({key, Json::parse(value.dump())});
    line["given"][name] = std::move(list);
  }
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
  // This is not parse_json(), which refuses fractions: lines have some, such as probabilities.
  Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return fail(Fault::not_canonical, "a line that is not JSON");
  try {
    keep_order(json, line);
    return check_json(json);
  } catch (const tl::bad_expected_access<Error>& e) {  // the game refused something in the line
    return fail(e.error());
  } catch (const std::exception& e) {  // a member is missing, or has a wrong form
    return fail(Fault::not_canonical,
                std::string("a line that cannot be read: ") + words_of(e.what()));
  }
}

}  // namespace fairdeal::conformance
