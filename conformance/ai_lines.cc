#include <algorithm>
#include <regex>

#include "base/seeded_rng.h"
#include "conformance/behaviours.h"
#include "conformance/described_players.h"
#include "conformance/kinds.h"
#include "games/tic-tac-toe/tic_tac_toe.h"
#include "rules/players/maxn.h"
#include "rules/turns.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

using Values = std::vector<Evaluated>;

/// The limit on the plies of a search: a deeper one that does not reach the end of the game takes
/// too long.
constexpr std::int64_t kHorizonMax = 12;

bool is_known(const std::string& name) { return heuristic_of_line(name).has_value(); }

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
  FD_TRY(const Heuristic heuristic, heuristic_of_line(how.value("heuristic", "zero")));
  // Lines of "maxn" count the depth of a search from 0, so their horizon is one ply further.
  const std::string algorithm = plain(how.value("algorithm", std::string()));
  const auto horizon =
      algorithm.starts_with("heuristic") ? 1 : how.value("horizon", std::int64_t{1});
  if (horizon < 0 || horizon > kHorizonMax)
    return fail(Fault::too_large, "a horizon of " + std::to_string(horizon));
  const auto plies = static_cast<unsigned>(horizon);
  const GameInfo& info = game.info();
  if (algorithm.starts_with("maxn") && plays(PlayerKind::maxn, info))
    return evaluate_moves_by_maxn(game, seat, heuristic, plies + 1);
  return evaluate_moves(game, seat,
                        {.heuristic = heuristic,
                         .horizon = algorithm.starts_with("maxn") ? plies + 1 : plies,
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
  if (!line.contains("same_as_maxn_with_horizon") || !check.agrees()) return;
  const auto values = evaluate(game, seat,
                               {{"heuristic", line["heuristic"]},
                                {"algorithm", "maxn"},
                                {"horizon", line["same_as_maxn_with_horizon"]}},
                               false);
  if (!values) return check.fail("values of maxn", values.error());
  compare(line, *values, check);
}

void check_ensemble(const AnyGame& game, Seat seat, const Json& line, Checker& check) {
  const Json& members = line.at("members");
  std::string aggregation = plain(line.value("aggregation", std::string("mean")));
  if (aggregation == "average") aggregation = "mean";
  if (aggregation == "minimum" || aggregation == "maximum") aggregation.resize(3);
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

/// Returns whether the features match a rule's pattern, a regular expression of ECMAScript. Errors:
/// too_large; bad_parameters, if the pattern is no regular expression.
Result<bool> fits(const std::string& features, const std::string& pattern) {
  constexpr std::size_t kLengthMax = 200;
  if (features.size() > kLengthMax || pattern.size() > kLengthMax)
    return fail(Fault::too_large, "a pattern");
  try {
    return std::regex_search(features, std::regex(pattern, std::regex::ECMAScript));
  } catch (const std::regex_error&) {
    return fail(Fault::bad_parameters, "pattern " + pattern);
  }
}

/// Returns the features of a board: a character for each square, _ if it is empty, A for a mark of
/// this seat and a for one of the other's.
std::string features_of(const std::string& board, Seat seat) {
  std::string features;
  for (const char mark : board) {
    const bool own = mark == "XO"[seat.value];
    features += mark == '_' ? '_' : own ? 'A' : 'a';
  }
  return features;
}

/// Checks the decision of a list of rules: the first one that matches and whose move is legal.
void check_rules(const AnyGame& game, Seat seat, const Json& line, Checker& check) {
  const auto features = line.at("features").get<std::string>();
  if (const auto* board = position_of<TicTacToe>(game))
    check.same("features", features, features_of(board->board(), seat));
  for (const Json& rule : line.at("rules")) {
    const auto pattern_fits = fits(features, rule.at("pattern").get<std::string>());
    if (!pattern_fits) return check.skip(describe(pattern_fits.error()));
    if (!*pattern_fits) continue;
    if (!allows(game, seat, {text(rule.at("move"))})) continue;
    check.same("expected_move", line.at("expected_move"), rule["move"]);
    return;
  }
  const Json& expected = line.at("expected_move");  // no rule fits: any legal move
  if (expected == "random") return;
  if (expected.is_array())
    return void(check.same_set("any move", expected, legal_moves(game)[game.role(seat)]));
  check.same("expected_move", expected, Json());
}

/// Checks that a move is the only good one. For a move that wins at once the search looks one ply
/// ahead. For a move that stops a threat it looks two to four plies ahead, until there is only one
/// best move; in tic-tac-toe it looks to the end of the game.
void check_only_good_move(const AnyGame& game, Seat seat, const Json& line, Checker& check) {
  const bool wins = line.value("kind", std::string()) == "wins at once";
  const bool is_small = position_of<TicTacToe>(game) != nullptr;
  const unsigned first = wins ? 1 : is_small ? 9 : 2, last = std::max(first, 4u);
  for (unsigned horizon = first; horizon <= last; ++horizon) {
    const auto values = evaluate(game, seat, {{"horizon", horizon}}, true);
    if (!values) return check.fail("values", values.error());
    const auto best = best_moves(*values);
    if (best.size() != 1 && horizon < last && !wins) continue;
    if (!check.same("number of best moves", 1, best.size())) return;
    check.same("expected_move", line.at("expected_move"), Json::parse(best.front().text));
    for (const auto& [move, value] : *values)
      if (move == best.front() && line.contains("value"))
        check.is_true("value", close(line["value"], value));
    return;
  }
}

/// Checks that each player in "for_players" finds the move. Those that search look as far ahead as
/// check_only_good_move() does. Those that play matches to their end draw from a fixed seed.
/// Returns false if the program knows none of the players.
bool check_finders(const AnyGame& game, Seat seat, const Json& line, Checker& check) {
  const bool wins = line.value("kind", std::string()) == "wins at once";
  const bool is_small = position_of<TicTacToe>(game) != nullptr;
  const unsigned first = wins ? 1 : is_small ? 9 : 2, last = wins ? 1 : std::max(first, 4u);
  bool compared = false;
  for (const Json& name : line.at("for_players")) {
    const auto kind = player_kind_named(name.get<std::string>());
    if (!kind || *kind == PlayerKind::random || !plays(*kind, game.info())) continue;
    const bool samples = *kind == PlayerKind::monte_carlo || *kind == PlayerKind::uct;
    std::vector<Action> choices;
    for (unsigned horizon = first; horizon <= (samples ? first : last); ++horizon) {
      SeededRng rng(1);
      Thinking thinking{.heuristic = heuristic_of_line("zero").value(), .horizon = horizon};
      if (*kind == PlayerKind::uct)
        thinking.matches = 1000;
      else if (!is_small)
        thinking.matches = 50;
      const auto found = choices_of(*kind, thinking, game, seat, rng);
      if (found) choices = *found;
      if (choices.size() == 1) break;
    }
    if (choices.empty()) continue;
    compared = true;
    Json moves = Json::array();
    for (const Action& move : choices) moves.push_back(Json::parse(move.text));
    const Json& expected = line.at("expected_move");
    // Two moves may have won all matches that were played: then the player takes any of them.
    if (samples && std::ranges::count(moves, expected) > 0) continue;
    check.same("moves of " + name.get<std::string>(), Json::array({expected}), moves);
  }
  return compared;
}

}  // namespace

void check_ai_line(const Json& line, Checker& check) {
  const auto topic = line.at("topic").get<std::string>();
  const auto game = game_of(line, line.at("state"));
  if (!game) return check.fail("state", game.error());
  if (topic == "heuristic_value") {
    if (!is_known(line.at("heuristic").get<std::string>()))
      return check.skip("heuristic " + line["heuristic"].dump());
    const Heuristic heuristic = heuristic_of_line(line["heuristic"].get<std::string>()).value();
    for (const auto& [role, value] : line.at("values").items()) {
      const auto seat = seat_of(*game, role);
      if (!seat) return void(check.same("value for " + role, value, "no such role"));
      same_number(check, "value for " + role, value, heuristic(*game, *seat));
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
  if (line.contains("for_players") && check.agrees())
    if (!check_finders(*game, *seat, line, check)) check.skip("players that nobody knows");
}

}  // namespace fairdeal::conformance
