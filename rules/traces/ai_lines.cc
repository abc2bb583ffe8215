#include <algorithm>

#include "rules/games/tic_tac_toe.h"
#include "rules/players/search.h"
#include "rules/traces/kinds.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

using Values = std::vector<Evaluated>;

Heuristic named(const std::string& name) {
  return heuristic_named(name.starts_with("own points minus other") ? "points difference" : name)
      .value();
}
bool is_known(const std::string& name) {
  return name.starts_with("own points minus other") || heuristic_named(name).has_value();
}

void compare(const Json& line, const Values& values, Checker& check) {
  check.same("number of moves", line.at("values").size(), values.size());
  for (const Json& expected : line["values"]) {
    const auto same_move = [&](const Evaluated& e) {
      return e.move.text == text(expected.at("move"));
    };
    const auto found = std::ranges::find_if(values, same_move);
    const std::string what = "value of " + text(expected["move"]);
    if (found == values.end())
      check.same(what, expected.at("value"), "no such move");
    else if (!close(expected.at("value"), found->value))
      check.same(what, expected["value"], found->value.text());
  }
  if (!line.contains("best_moves")) return;
  Json best = Json::array();
  for (const Action& move : best_moves(values)) best.push_back(Json::parse(move.text));
  check.same_set("best_moves", line["best_moves"], best);
}

Result<Values> evaluate(const AnyGame& game, Seat seat, const Json& how, bool alpha_beta) {
  return evaluate_moves(game, seat,
                        {.heuristic = named(how.value("heuristic", "zero")),
                         .horizon = how.value("horizon", 1u),
                         .alpha_beta = alpha_beta});
}

void check_evaluated(const AnyGame& game, Seat seat, const Json& line, Checker& check) {
  if (!is_known(line.at("heuristic").get<std::string>()))
    return check.skip("heuristic " + line["heuristic"].dump());
  for (const bool alpha_beta : {false, true}) {
    const auto values = evaluate(game, seat, line, alpha_beta);
    if (!values) return check.fail("values", values.error());
    compare(line, *values, check);
  }
}

void check_ensemble(const AnyGame& game, Seat seat, const Json& line, Checker& check) {
  const Json& members = line.at("members");
  const auto aggregation = line.at("aggregation").get<std::string>();
  Values combined;
  for (const Json& member : members) {
    if (!is_known(member.value("heuristic", "zero"))) return check.skip("ensemble member");
    const auto values = evaluate(game, seat, member, true);
    if (!values) return check.fail("values", values.error());
    if (combined.empty()) {
      combined = *values;
      continue;
    }
    for (std::size_t i = 0; i < values->size(); ++i) {
      Rational& value = combined[i].value;
      const Rational& other = (*values)[i].value;
      if (aggregation == "min") value = std::min(value, other);
      if (aggregation == "max") value = std::max(value, other);
      if (aggregation == "mean" || aggregation == "sum") value = value + other;
    }
  }
  if (aggregation == "mean")
    for (auto& [move, value] : combined)
      value = value / Rational(static_cast<std::int64_t>(members.size()));
  else if (aggregation != "min" && aggregation != "max" && aggregation != "sum")
    return check.skip("aggregation " + aggregation);
  compare(line, combined, check);
}

/// The first rule whose pattern fits the features and whose move is legal. A pattern has the
/// feature's own character or '.' for any, or is a class of them: [Xx].
bool fits(const std::string& features, const std::string& pattern) {
  std::size_t i = 0;
  for (std::size_t p = 0; p < pattern.size(); ++p, ++i) {
    if (i >= features.size()) return false;
    if (pattern[p] == '.') continue;
    if (pattern[p] != '[') {
      if (pattern[p] != features[i]) return false;
      continue;
    }
    const std::size_t end = pattern.find(']', p);
    const bool negated = pattern[p + 1] == '^';
    const auto set = pattern.substr(p + 1 + negated, end - p - 1 - negated);
    if ((set.find(features[i]) != std::string::npos) == negated) return false;
    p = end;
  }
  return true;
}

/// What rules look at: squares empty, own (A, a) or the other's; capital letters would... see
/// below.
std::string features_of(const std::string& board, Seat seat) {
  std::string features;
  for (const char mark : board) {
    const bool own = mark == "XO"[seat.value];
    features += mark == '_' ? '_' : own ? 'A' : 'a';
  }
  return features;
}

void check_rules(const AnyGame& game, Seat seat, const Json& line, Checker& check) {
  const auto features = line.at("features").get<std::string>();
  if (const auto* board = position_of<TicTacToe>(game))
    check.same("features", features, features_of(board->board(), seat));
  for (const Json& rule : line.at("rules")) {
    if (!fits(features, rule.at("pattern").get<std::string>())) continue;
    if (!allows(game, seat, {text(rule.at("move"))})) continue;
    check.same("expected_move", line.at("expected_move"), rule["move"]);
    return;
  }
  check.same("expected_move", line.at("expected_move"), Json());
}

void check_only_good_move(const AnyGame& game, Seat seat, const Json& line, Checker& check) {
  // A win at once is the only good move one ply ahead; a threat is seen two plies ahead, and what
  // it is worth at the end, where that is near.
  const bool wins = line.value("kind", std::string()) == "wins at once";
  const bool is_small = position_of<TicTacToe>(game) != nullptr;
  const auto values = evaluate(game, seat, {{"horizon", wins ? 1 : is_small ? 9 : 2}}, true);
  if (!values) return check.fail("values", values.error());
  const auto best = best_moves(*values);
  if (!check.same("number of best moves", 1, best.size())) return;
  check.same("expected_move", line.at("expected_move"), Json::parse(best.front().text));
  for (const auto& [move, value] : *values)
    if (move == best.front()) check.is_true("value", close(line.at("value"), value));
}

}  // namespace

void check_ai_line(const Json& line, Checker& check) {
  const auto topic = line.at("topic").get<std::string>();
  const auto game = game_of(line, line.at("state"));
  if (!game) return check.fail("state", game.error());
  if (topic == "heuristic_value") {
    if (!is_known(line.at("heuristic").get<std::string>()))
      return check.skip("heuristic " + line["heuristic"].dump());
    const Heuristic heuristic = named(line["heuristic"].get<std::string>());
    for (const auto& [role, value] : line.at("values").items()) {
      const Rational ours = heuristic(*game, *seat_of(*game, role));
      if (!close(value, ours)) check.same("value for " + role, value, ours.text());
    }
    return;
  }
  const auto seat = seat_of(*game, line.at("role").get<std::string>());
  if (!seat) return check.skip("unknown role");
  if (topic == "evaluated_moves" || topic == "simultaneous_evaluated_moves")
    return check_evaluated(*game, *seat, line, check);
  if (topic == "ensemble_evaluated_moves") return check_ensemble(*game, *seat, line, check);
  if (topic == "rule_based_decision") return check_rules(*game, *seat, line, check);
  check_only_good_move(*game, *seat, line, check);
}

}  // namespace fairdeal::rules
