#include "rules/players/open_search.h"

#include <algorithm>
#include <numeric>

#include "rules/any_position.h"

namespace fairdeal::rules {
namespace {

constexpr std::int64_t kPoint = 1'000'000;
constexpr unsigned kMovesAheadMax = 60;
constexpr std::uint64_t kOutcomesMax = 1'000;  ///< of a roll; one with more is a horizon

/// What a seat may hope for, by the scores so far: its lead over the best of the others, as a part
/// of what was scored in all.
std::int64_t lead(const AnyGame& game, const Payoff& scores, std::size_t seat) {
  std::int64_t all = 1, most = INT64_MIN;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    all += std::abs(scores[i]);
    if (i != seat) most = std::max(most, scores[i]);
  }
  if (scores.size() == 1) most = 0;
  const std::int64_t best = std::clamp<std::int64_t>(game.bounds().max, 1, 1000);
  return best * kPoint * 9 / 10 * (scores[seat] - most) / all;
}

/// Returns how many outcomes the dice have that the game wants now.
std::uint64_t outcomes(const AnyGame& game) {
  std::uint64_t all = 1;
  const auto wants = game.wants();
  for (const Die& die : std::get<WantRoll>(wants.front()).dice)
    all = std::min<std::uint64_t>(all * die.values.size(), 1 << 20);
  return all;
}

}  // namespace

Result<Thought> OpenSearch::think(const AnyGame& game, Seat seat) {
  if (std::ranges::count(game.active(), seat) == 0)
    return fail(Fault::bad_parameters, "it has no moves: another seat's move is wanted");
  if (game.info().hidden)
    return fail(Fault::bad_parameters, "hidden cards: there is no telling what a move leads to");
  struct Root {
    Action action;
    std::int64_t value = 0;
  };
  std::vector<Root> roots;
  for (const Choice& choice : game.legal(seat))
    if (!choice.left_to_people) roots.push_back({choice.action});
  if (roots.empty())
    for (const Choice& choice : game.legal(seat)) roots.push_back({choice.action});
  const unsigned deepest = budget_.depth == 0 ? kMovesAheadMax : budget_.depth;
  std::vector<Root> found = roots;
  for (unsigned depth = 1; depth <= deepest && !stopped_; ++depth) {
    whole_ = true;
    for (Root& root : roots) {
      FD_TRY(root.value, value_of(game, seat, root.action, depth));
      if (stopped_) break;
    }
    if (stopped_ && depth > 1) break;
    progress_.depth = depth;
    found = roots;
    if (whole_) break;
  }
  const auto best = std::ranges::max_element(found, {}, &Root::value);
  Thought thought{.move = best->action, .progress = progress_};
  for (const Root& root : found)
    thought.moves.push_back({root.action, Rational(root.value, kPoint), 0});
  return thought;
}

bool OpenSearch::count() {
  if (stopped_) return false;
  ++progress_.simulations;
  if (budget_.simulations != 0 && progress_.simulations > budget_.simulations) stopped_ = true;
  if (progress_.simulations % 32 == 0 && go_on_ && !go_on_(progress_)) stopped_ = true;
  return !stopped_;
}

/// Returns the value of a move, which leads to values that are `depth` − 1 moves from the horizon.
Result<std::int64_t> OpenSearch::value_of(const AnyGame& game, Seat seat, const Action& action,
                                          unsigned depth) {
  std::int64_t sum = 0, times = 0;
  for (const AnyEvent& event : joint_moves(game)) {
    const auto* together = std::get_if<MovedTogether<Action>>(&event);
    const Action& own =
        together != nullptr ? together->moves.at(seat) : std::get<Moved<Action>>(event).move;
    if (own != action) continue;
    FD_TRY(const AnyGame after, game.after(event));
    FD_TRY(const Values values, value(after, depth - 1));
    if (stopped_) break;
    sum += values[seat.value];
    ++times;
  }
  return times == 0 ? 0 : sum / times;
}

Result<OpenSearch::Values> OpenSearch::value(const AnyGame& game, unsigned depth) {
  Values values(game.seats(), 0);
  if (!count()) return values;
  if (const auto result = game.result()) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = result->at(i) * kPoint;
    return values;
  }
  const auto active = game.active();
  const bool rolls = active.empty() && outcomes(game) <= kOutcomesMax;
  if (rolls) return mean_of_rolls(game, depth);
  if (depth == 0 || active.empty()) {
    whole_ = false;
    const auto scores = game.scores();
    for (std::size_t i = 0; scores && i < values.size(); ++i) values[i] = lead(game, *scores, i);
    return values;
  }
  return active.size() == 1 ? best_for_mover(game, active.front(), depth)
                            : mean_of_joint_moves(game, depth);
}

Result<OpenSearch::Values> OpenSearch::mean_of_rolls(const AnyGame& game, unsigned depth) {
  Values sum(game.seats(), 0);
  std::int64_t all = 0;
  for (const AnyChild& roll : rolls(game)) {
    FD_TRY(const Values values, value(roll.after, depth));
    if (stopped_) return sum;
    const auto weight = static_cast<std::int64_t>(roll.ply.weight);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * values[i];
    all += weight;
  }
  for (std::int64_t& one : sum) one /= all;
  return sum;
}

Result<OpenSearch::Values> OpenSearch::best_for_mover(const AnyGame& game, Seat mover,
                                                      unsigned depth) {
  Values best;
  for (const Choice& choice : game.legal(mover)) {
    if (choice.left_to_people && !best.empty()) continue;
    FD_TRY(const AnyGame after, game.after(moved({{mover, choice.action}})));
    FD_TRY(Values values, value(after, depth - 1));
    if (best.empty() || values[mover.value] > best[mover.value]) best = std::move(values);
    if (stopped_) break;
  }
  return best;
}

Result<OpenSearch::Values> OpenSearch::mean_of_joint_moves(const AnyGame& game, unsigned depth) {
  Values sum(game.seats(), 0);
  std::int64_t times = 0;
  for (const AnyEvent& event : joint_moves(game)) {
    FD_TRY(const AnyGame after, game.after(event));
    FD_TRY(const Values values, value(after, depth - 1));
    if (stopped_) return sum;
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += values[i];
    ++times;
  }
  for (std::int64_t& one : sum) one /= times;
  return sum;
}

ThinkerKind lookahead_kind() {
  return {"lookahead", "looks ahead for every seat, and takes the mean over dice",
          [](const AnyGame& game) {
            const GameInfo& info = game.info();
            return !info.hidden && game.scores().has_value();
          },
          [](const SeatSight& sight, const Budget& budget, const GoOn& go_on, Rng&) {
            return OpenSearch(budget, go_on).think(sight.game, sight.seat);
          },
          [](const AnyGame&, Strength strength) -> Budget {
            switch (strength) {
              case Strength::easy:
                return {.simulations = 3'000, .depth = 1, .milliseconds = 500};
              case Strength::normal:
                return {.simulations = 10'000, .depth = 2, .milliseconds = 1'500};
              case Strength::hard:
                return {.simulations = 60'000, .milliseconds = 4'000};
            }
            return {};
          }};
}

}  // namespace fairdeal::rules
