#include <algorithm>
#include <chrono>

#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/players/thinker.h"
#include "ui/author/rules_players.h"
#include "ui/seat/bot_names.h"
#include "ui/words/printable.h"
#include "ui/words/progress.h"

/// `fairdeal rules evaluate` lets a player weigh the moves of a state.

namespace fairdeal::author {
namespace {

using rules::Thought;
using words::Json;

constexpr std::int64_t kUsual_ms = 10'000;

/// Returns the seat that is to move: the one of the options, counted from 1, or the only one.
Result<Seat> seat_to_move(const rules::AnyGame& game, std::size_t given) {
  const auto active = game.active();
  if (active.empty())
    return fail(Fault::bad_parameters,
                game.over() ? "the match is over there" : "chance decides there, and no seat");
  if (given == 0) return active.front();
  const Seat seat(static_cast<std::uint32_t>(given - 1));
  if (std::ranges::count(active, seat) == 0) {
    std::string asked;
    for (const Seat one : active)
      asked += (asked.empty() ? "" : ", ") + std::to_string(one.value + 1);
    return fail(Fault::bad_parameters,
                "--seat " + std::to_string(given) + " has no move there: it is asked of " + asked);
  }
  return seat;
}

rules::Budget budget_of(const RulesOptions& options, rules::Budget budget) {
  if (options.simulations > 0 || options.ahead > 0)
    return {.simulations = options.simulations, .depth = options.ahead};
  if (budget.milliseconds == 0) budget.milliseconds = kUsual_ms;
  return budget;
}

Json document_of(const RulesOptions& options, const rules::AnyGame& game, Seat seat,
                 const Thought& thought, const std::vector<rules::Action>& best) {
  Json moves = Json::array(), best_moves = Json::array();
  for (const rules::Weighed& one : thought.moves)
    moves.push_back({{"move", rules::json_or_null(one.move.text)},
                     {"label", game.label(seat, one.move)},
                     {"value", one.value.text()},
                     {"visits", one.visits}});
  for (const rules::Action& move : best) best_moves.push_back(rules::json_or_null(move.text));
  return {{"v", 1},
          {"game", options.game},
          {"params", game.params()},
          {"seat", seat.value + 1},
          {"player", options.player},
          {"chosen", rules::json_or_null(thought.move.text)},
          {"best", best_moves},
          {"moves", moves},
          {"nodes", thought.progress.simulations},
          {"depth", thought.progress.depth},
          {"why", thought.why}};
}

/// Returns the moves whose value is the greatest; the chosen one if the player weighed none.
std::vector<rules::Action> best_of(const Thought& thought) {
  if (thought.moves.empty()) return {thought.move};
  const auto most = std::ranges::max_element(thought.moves, {}, &rules::Weighed::value)->value;
  std::vector<rules::Action> best;
  for (const rules::Weighed& one : thought.moves)
    if (one.value == most) best.push_back(one.move);
  return best;
}

std::string text_of(const rules::AnyGame& game, Seat seat, const Thought& thought,
                    const std::vector<rules::Action>& best) {
  std::vector<rules::Weighed> moves = thought.moves;
  std::ranges::stable_sort(
      moves, [](const rules::Weighed& a, const rules::Weighed& b) { return a.value > b.value; });
  std::string text = "Chosen: " + words::printable(game.label(seat, thought.move));
  for (const rules::Weighed& one : moves) {
    const bool is_best = std::ranges::count(best, one.move) != 0;
    text += std::string("\n") + (is_best ? "* " : "  ") + one.value.text() + "  " +
            words::printable(game.label(seat, one.move));
    if (one.visits > 0) text += "  (" + std::to_string(one.visits) + ")";
  }
  text += "\n" + std::to_string(thought.progress.simulations) + " positions or matches";
  if (thought.progress.depth > 0)
    text += ", " + std::to_string(thought.progress.depth) + " moves ahead";
  return text;
}

}  // namespace

int run_rules_evaluate(const RulesOptions& options, const words::Output& output) {
  const auto game = game_of(options);
  if (!game) return wrong_game(output, options.game, game.error());
  if (const auto failure = seat::unknown_bot(options.player, *game)) return output.failed(*failure);
  const auto seat = seat_to_move(*game, options.seat);
  if (!seat) return wrong_game(output, options.game, seat.error());
  const rules::Opponent player = rules::opponent_named(options.player, *game).value();
  const rules::Budget budget = budget_of(options, player.budget);
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(budget.milliseconds);
  words::Progress progress(output);
  const auto go_on = [&](const rules::Progress& done) {
    progress.tell([&] {
      return std::to_string(done.simulations) + " positions or matches so far, depth " +
             std::to_string(done.depth);
    });
    return budget.milliseconds == 0 || std::chrono::steady_clock::now() < end;
  };
  SeededRng rng(options.seed);
  const rules::Trail trail{.start = *game};
  auto thought = player.thinker({*game, *seat, {}, &trail}, budget, go_on, rng);
  if (!thought) return wrong_game(output, options.game, thought.error());
  if (rules::looks_ahead(*game) && options.player.starts_with("alphabeta"))
    if (auto all = rules::look_ahead(*game, {.values_all = true}, budget, go_on, rng))
      thought = std::move(all);  // a player needs the best alone, and this the value of each
  const auto best = best_of(*thought);
  output.result(document_of(options, *game, *seat, *thought, best));
  output.result(text_of(*game, *seat, *thought, best));
  return 0;
}

}  // namespace fairdeal::author
