#include "tools/bench_players.h"

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "base/seeded_rng.h"
#include "rules/match.h"
#include "rules/players/contest.h"
#include "rules/players/player.h"
#include "rules/players/thinker.h"
#include "rules/registry.h"

namespace fairdeal::tools {
namespace {

using nlohmann::json;

/// Games in which everything is open, with and without dice, and games that hide cards.
constexpr const char* kGames[] = {"tic-tac-toe", "connect-four", "othello", "mancala-kalah",
                                  "chess",       "tribolo",      "pig",     "liars-dice",
                                  "leduc",       "hearts",       "holdem"};

/// Where a move takes longer, the player is not measured with larger limits.
constexpr double kEnough_us = 40'000;

/// A player with a limit, as a column of the table.
struct Column {
  const char* kind;
  bool by_depth;
  std::uint64_t limit;
  rules::Budget budget() const {
    return by_depth ? rules::Budget{.depth = static_cast<unsigned>(limit)}
                    : rules::Budget{.simulations = limit};
  }
};

std::vector<Column> columns() {
  std::vector<Column> all;
  for (const char* kind : {"minimax", "alphabeta", "lookahead"})
    for (const std::uint64_t plies : {1, 3, 5}) all.push_back({kind, true, plies});
  for (const char* kind : {"montecarlo", "uct", "ismcts", "ranges"})
    for (const std::uint64_t matches : {10, 50, 100}) all.push_back({kind, false, matches});
  return all;
}

/// A position of a match, and whose turn it is there.
struct Asked {
  rules::AnyGame game;
  Seat seat;
  rules::Known known;
  rules::Trail trail;
};

/// Returns positions of matches with random moves, spread over them.
std::vector<Asked> positions_of(const rules::AnyGame& start, std::size_t count) {
  constexpr int kEvery = 5, kMovesMax = 400;
  std::vector<Asked> all;
  SeededRng rng(1);
  for (std::uint64_t seed = 1; all.size() < count; ++seed) {
    rules::Match match(start, rules::Dealer(seed));
    if (!match.begin()) return all;
    for (int move = 0; move < kMovesMax && !match.game().over() && all.size() < count; ++move) {
      std::map<Seat, rules::Action> moves;
      for (const Seat seat : match.game().active()) {
        const auto known = match.dealer().known(seat);
        moves[seat] = rules::random_move(match.game(), seat, known, rng);
        if (move % kEvery == static_cast<int>(seed) % kEvery)
          all.push_back({match.game(), seat, known, rules::trail_of(match, seat)});
      }
      if (!match.move(moves)) break;
    }
  }
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), count)), all.end());
  return all;
}

/// Returns the median time of a move in microseconds; null, if the player fails.
json median_us(const rules::Opponent& player, const rules::Budget& budget,
               const std::vector<Asked>& positions) {
  constexpr double kSecondsMax = 3;
  std::vector<double> took;
  const std::clock_t began = std::clock();
  const auto seconds_since = [](std::clock_t since) {
    return static_cast<double>(std::clock() - since) / CLOCKS_PER_SEC;
  };
  for (const Asked& asked : positions) {
    SeededRng rng(took.size());
    const std::clock_t start = std::clock();
    if (!player.thinker({asked.game, asked.seat, asked.known, &asked.trail}, budget, {}, rng))
      return {};
    took.push_back(1e6 * seconds_since(start));
    if (seconds_since(began) > kSecondsMax) break;
  }
  const auto middle = took.begin() + static_cast<std::ptrdiff_t>(took.size() / 2);
  std::ranges::nth_element(took, middle);
  return *middle;
}

}  // namespace

json bench_players(std::size_t positions) {
  json table = json::array();
  for (const char* name : kGames) {
    const rules::Module& module = **rules::find_module(name);
    const auto start = rules::start_game(module, json::object(), module.info().seats_min);
    const auto asked = positions_of(*start, positions);
    const auto plays = rules::opponents_for(*start);
    std::string slow;  // a kind that is not asked for more
    for (const Column& column : columns()) {
      if (std::ranges::count(plays, column.kind) == 0 || asked.empty() || slow == column.kind)
        continue;
      const auto player = rules::opponent_named(column.kind, *start);
      const json took = median_us(*player, column.budget(), asked);
      if (took.is_number() && took > kEnough_us) slow = column.kind;
      table.push_back({{"game", name},
                       {"player", column.kind},
                       {column.by_depth ? "plies" : "simulations", column.limit},
                       {"microseconds", took}});
    }
  }
  return {{"players", std::move(table)}};
}

}  // namespace fairdeal::tools
