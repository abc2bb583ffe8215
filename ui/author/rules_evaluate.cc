#include <algorithm>
#include <chrono>

#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/match.h"
#include "rules/players/contest.h"
#include "rules/players/maxn.h"
#include "ui/author/inspect_match.h"
#include "ui/author/measure.h"
#include "ui/author/rules_game.h"
#include "ui/home/read_file.h"
#include "ui/seat/bot_names.h"
#include "ui/words/printable.h"

namespace fairdeal::author {
namespace {

using rules::Thought;

constexpr std::size_t kMatchFileMax = std::size_t{1} << 24;
/// An exact search remembers nothing, so it gets no further in a game of 30 moves a turn.
constexpr unsigned kExactPlies = 4, kExactPliesMax = 12;

/// A position, and all that a seat knows of it.
struct Position {
  rules::AnyGame game;
  rules::Known known{};
  std::optional<rules::Trail> trail{};
};

/// A player's judgement of a position: the value of each move, and the lines of its search.
struct Evaluation {
  Thought thought;
  std::vector<rules::Action> best{};
  std::vector<std::string> trace{};
};

Position position_in(const rules::Match& match, Seat seat) {
  return {match.game(), match.dealer().known(seat), rules::trail_of(match, seat)};
}

Result<InspectedMatch> saved_match(const EvaluateOptions& options) {
  const auto bytes = home::read_regular_file(options.match, kMatchFileMax);
  if (!bytes) return fail(Fault::bad_parameters, "no file " + options.match + " can be read");
  const auto json = rules::parse_json(as_text(*bytes), kMatchFileMax);
  auto match = json ? InspectedMatch::load(*json) : Result<InspectedMatch>(fail(json.error()));
  if (!match)
    return fail(Fault::bad_parameters,
                options.match + " is no match that inspect saved: " + match.error().about);
  if (match->game().info().name != options.game)
    return fail(Fault::bad_parameters,
                options.match + " is a match of " + match->game().info().name);
  return match;
}

Position position_in(InspectedMatch match, Seat seat) {
  const std::size_t at = match.at();
  match.go(0);
  rules::Trail trail{.start = match.game()};
  for (std::size_t ply = 1; ply <= at; ++ply) {
    match.go(ply);
    // A step of a match that a dealer deals has one event.
    for (const rules::AnyEvent& event : match.step().events)
      trail.note(event, match.game(), match.known(seat).value_or(rules::Known()));
  }
  return {match.game(), match.known(seat).value_or(rules::Known()), std::move(trail)};
}

/// Returns the seat that the options name, or else the first that is asked. Errors:
/// bad_parameters, if nobody asks it.
Result<Seat> asked_seat(const rules::AnyGame& game, const std::string& name) {
  const auto active = game.active();
  if (active.empty())
    return fail(Fault::bad_parameters,
                game.over() ? "the match is over"
                            : "no seat's move is wanted here: in inspect, next goes on");
  if (name.empty()) return active.front();
  FD_TRY(const Seat seat, seat_named(game, name));
  if (std::ranges::find(active, seat) != active.end()) return seat;
  std::string asked;
  for (const Seat one : active) asked += (asked.empty() ? "" : ", ") + game.role(one);
  return fail(Fault::bad_parameters, "seat " + name + " is not asked here; asked is " + asked);
}

Result<std::pair<Position, Seat>> asked_of(const EvaluateOptions& options) {
  if (!options.match.empty()) {
    if (!options.state.empty())
      return fail(Fault::bad_parameters, "--match and --state are two positions: name one");
    FD_TRY(auto match, saved_match(options));
    FD_TRY(const Seat seat, asked_seat(match.game(), options.seat));
    return std::pair(position_in(std::move(match), seat), seat);
  }
  FD_TRY(rules::AnyGame game, game_of(options));
  if (!options.state.empty()) {
    FD_TRY(const Seat seat, asked_seat(game, options.seat));
    if (game.info().hidden)
      return fail(Fault::bad_parameters,
                  "a state does not hold what a seat alone knows: name a match that inspect saved, "
                  "by --match FILE");
    return std::pair(Position{std::move(game)}, seat);
  }
  rules::Match match(std::move(game), rules::Dealer(options.seed));
  FD_TRY(match.begin());
  FD_TRY(const Seat seat, asked_seat(match.game(), options.seat));
  return std::pair(position_in(match, seat), seat);
}

/// Evaluates by the searches that are exact over fractions: minimax, alpha-beta and maxn.
Result<Evaluation> evaluate_exactly(const EvaluateOptions& options, const rules::AnyGame& game,
                                    Seat seat) {
  const unsigned plies = options.plies == 0 ? kExactPlies : options.plies;
  if (plies > kExactPliesMax)
    return fail(Fault::bad_parameters,
                "--depth is at most " + std::to_string(kExactPliesMax) + " for an exact search");
  auto judged = rules::heuristic_named(options.heuristic.empty() ? "zero" : options.heuristic);
  if (!judged && judged.error().fault != Fault::unknown_module)
    return fail(Fault::bad_parameters, "--heuristic: " + judged.error().about);
  if (!judged)
    return fail(Fault::bad_parameters,
                "there is no heuristic '" + options.heuristic + "': docs/measuring.md lists them");
  Evaluation found;
  const auto heuristic = [&](const rules::AnyGame& state, Seat of) {
    const auto value = (*judged)(state, of);
    if (found.trace.size() < options.trace)
      found.trace.push_back("judges " + rules::text(state.json()) + " as " + value.text() +
                            " for " + state.role(of));
    ++found.thought.progress.simulations;
    return value;
  };
  auto values = options.player == "maxn"
                    ? rules::evaluate_moves_by_maxn(game, seat, heuristic, plies)
                    : rules::evaluate_moves(game, seat,
                                            {.heuristic = heuristic,
                                             .horizon = plies,
                                             .alpha_beta = options.player == "alphabeta"});
  if (!values) return tl::unexpected(values.error());
  for (const auto& [move, value] : *values) found.thought.moves.push_back({move, value, 0});
  found.best = rules::best_moves(*values);
  found.thought.move = found.best.front();
  found.thought.progress.depth = plies;
  return found;
}

/// Returns whether a player is a search over positions, which can value each move: by its name, or
/// since it is the most able that plays the game.
bool is_lookahead(const std::string& player, const rules::AnyGame& game) {
  if (!rules::looks_ahead(game)) return false;
  const std::string kind = player.substr(0, player.find(':'));
  if (kind == "alphabeta" || kind == "minimax") return true;
  return rules::strength_named(player) &&
         std::ranges::none_of(rules::thinker_kinds_of_games(),
                              [&](const rules::ThinkerKind& own) { return own.plays(game); });
}

/// Asks a player. The same seed gives the same answer, unless the player's time runs out.
Result<Thought> ask(const EvaluateOptions& options, const rules::Opponent& opponent,
                    const Position& position, Seat seat, const rules::Budget& budget) {
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(budget.milliseconds);
  const auto go_on = [&](const rules::Progress&) {
    return budget.milliseconds == 0 || std::chrono::steady_clock::now() < end;
  };
  SeededRng rng(options.seed);
  if (is_lookahead(options.player, position.game))
    return rules::look_ahead(
        position.game,
        {.prunes = !options.player.starts_with("minimax"), .guesses = false, .values_all = true},
        budget, go_on, rng);
  return opponent.thinker(
      {position.game, seat, position.known, position.trail ? &*position.trail : nullptr}, budget,
      go_on, rng);
}

std::string trace_line(const Thought& thought) {
  const auto& [simulations, depth] = thought.progress;
  std::string line = depth > 0 ? "depth " + std::to_string(depth) + ": " : "";
  line += thousands(simulations) + (depth > 0 ? " positions" : " simulations");
  line += ", best is " + thought.move.text;
  const auto best = std::ranges::find(thought.moves, thought.move, &rules::Weighed::move);
  return best == thought.moves.end() ? line : line + ", worth " + best->value.text();
}

/// Returns how the answer came about: the same player with less depth, or fewer simulations.
Result<std::vector<std::string>> traced(const EvaluateOptions& options,
                                        const rules::Opponent& opponent, const Position& position,
                                        Seat seat, const Thought& last) {
  std::vector<std::string> lines;
  const bool by_depth = last.progress.depth > 0;
  const std::uint64_t end = by_depth ? last.progress.depth : last.progress.simulations;
  for (std::uint64_t much = 1; much < end && lines.size() + 1 < options.trace;
       much = by_depth ? much + 1 : 2 * much) {
    const rules::Budget less = by_depth ? rules::Budget{.depth = static_cast<unsigned>(much)}
                                        : rules::Budget{.simulations = much};
    FD_TRY(const Thought thought, ask(options, opponent, position, seat, less));
    lines.push_back(trace_line(thought));
  }
  if (options.trace > 0) lines.push_back(trace_line(last));
  return lines;
}

Result<Evaluation> evaluate_by_player(const EvaluateOptions& options, const Position& position,
                                      Seat seat) {
  FD_TRY(const rules::Opponent opponent, seat::bot_named(options.player, position.game));
  rules::Budget budget = opponent.budget;
  if (options.simulations > 0 || options.plies > 0)
    budget = {.simulations = options.simulations, .depth = options.plies};
  FD_TRY(Thought thought, ask(options, opponent, position, seat, budget));
  if (!rules::allows(position.game, seat, thought.move))
    return fail(Fault::bad_parameters,
                "the player " + options.player + " answered with a move that is not legal");
  Evaluation found;
  found.best = {thought.move};
  const auto own = std::ranges::find(thought.moves, thought.move, &rules::Weighed::move);
  if (is_lookahead(options.player, position.game) && own != thought.moves.end()) {
    found.best.clear();
    for (const rules::Weighed& one : thought.moves)
      if (one.value == own->value) found.best.push_back(one.move);
  }
  FD_TRY(found.trace, traced(options, opponent, position, seat, thought));
  found.thought = std::move(thought);
  return found;
}

Result<Evaluation> evaluate(const EvaluateOptions& options, const Position& position, Seat seat) {
  const bool is_exact = options.player == "maxn" || !options.heuristic.empty();
  if (!is_exact) return evaluate_by_player(options, position, seat);
  if (options.player != "maxn" && options.player != "minimax" && options.player != "alphabeta")
    return fail(Fault::bad_parameters,
                "--heuristic goes with the players minimax, alphabeta and maxn alone");
  return evaluate_exactly(options, position.game, seat);
}

/// Returns whether a move was looked at: a player that counts visits does not reach all of them.
bool is_valued(const Thought& thought, const rules::Weighed& one) {
  return one.visits > 0 || std::ranges::all_of(thought.moves, [](const rules::Weighed& other) {
           return other.visits == 0;
         });
}

words::Json document_of(const EvaluateOptions& options, const Position& position, Seat seat,
                        const Evaluation& found) {
  words::Json moves = words::Json::array(), best = words::Json::array();
  for (const rules::Weighed& one : found.thought.moves)
    moves.push_back(
        {{"move", rules::json_or_null(one.move.text)},
         {"value", is_valued(found.thought, one) ? words::Json(one.value.text()) : words::Json()},
         {"visits", one.visits}});
  for (const rules::Action& move : found.best) best.push_back(rules::json_or_null(move.text));
  return {{"v", 1},
          {"game", options.game},
          {"params", position.game.params()},
          {"state", position.game.json()},
          {"seat", seat.value + 1},
          {"role", position.game.role(seat)},
          {"player", options.player},
          {"move_values", moves},
          {"best_moves", best},
          {"nodes", found.thought.progress.simulations},
          {"depth", found.thought.progress.depth},
          {"why", found.thought.why},
          {"trace", found.trace}};
}

}  // namespace

int run_rules_evaluate(const EvaluateOptions& options, const words::Output& output) {
  const auto asked = asked_of(options);
  if (!asked) return wrong(output, options.game, asked.error());
  const auto& [position, seat] = *asked;
  if (options.player != "maxn")
    if (const auto failure = seat::unknown_bot(options.player, position.game))
      return output.failed(*failure);
  const auto found = evaluate(options, position, seat);
  if (!found) return wrong(output, options.game, found.error());

  output.result(document_of(options, position, seat, *found));
  std::string text;
  for (const std::string& line : found->trace) text += line + "\n";
  const auto named = [&, &of = position, at = seat](const rules::Action& move) {
    return move.text + "  " + of.game.label(at, move, of.known);
  };
  for (const rules::Weighed& one : found->thought.moves)
    text += "  " + (is_valued(found->thought, one) ? one.value.text() : "?") + "  " +
            named(one.move) + (one.visits > 0 ? "  (" + thousands(one.visits) + " visits)" : "") +
            "\n";
  text += found->best.size() == 1 ? "Best move:" : "Best moves:";
  for (const rules::Action& move : found->best) text += "\n  " + named(move);
  if (found->thought.progress.simulations > 0)
    text += "\n" + thousands(found->thought.progress.simulations) + " nodes";
  if (!found->thought.why.empty()) text += "\n" + found->thought.why;
  output.result(words::printable_lines(text));
  return 0;
}

}  // namespace fairdeal::author
