#include "ui/match/stats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "rules/registry.h"

namespace fairdeal::match {
namespace {

/// Returns the 97.5th percentile of Student's t with so many degrees of freedom, at least one: from
/// a table, and beyond it by the first terms of its expansion about the normal distribution
/// (Abramowitz and Stegun 26.7.5), which is right to 0.001 there.
double student_t(std::size_t freedom) {
  constexpr std::array kTable{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
                              2.306,  2.262, 2.228, 2.201, 2.179, 2.160};
  if (freedom <= kTable.size()) return kTable[freedom - 1];
  const double z = 1.959964, n = static_cast<double>(freedom);
  const double z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n);
}

/// Returns whether the results of a game are chips: then a player may win though another has won
/// more.
bool is_for_chips(const std::string& game) {
  const auto module = rules::find_module(game);
  return module && (*module)->info().shelf == "poker";
}

}  // namespace

std::optional<Estimate> GameStats::per_match() const {
  if (matches < 2) return {};
  const auto n = static_cast<double>(matches);
  const double mean = static_cast<double>(sum) / n;
  const double variance = std::max(0.0, (squares - n * mean * mean) / (n - 1));
  const double reach = student_t(matches - 1) * std::sqrt(variance / n);
  return Estimate{.value = mean, .low = mean - reach, .high = mean + reach};
}

std::vector<GameStats> stats_of(const std::vector<const PlayedMatch*>& matches) {
  std::map<std::string, GameStats> by_game;
  for (const PlayedMatch* match : matches) {
    if (!match->over || match->me < 0) continue;
    const auto me = static_cast<std::size_t>(match->me);
    if (me >= match->result.size()) continue;
    const std::int64_t mine = match->result[me];
    const std::int64_t best = std::ranges::max(match->result);
    GameStats& stats = by_game[match->game];
    if (stats.matches == 0) stats.for_chips = is_for_chips(match->game);
    stats.game = match->game;
    ++stats.matches;
    stats.hands += match->hands;
    const bool is_best = mine == best && std::ranges::count(match->result, best) == 1;
    const bool won = stats.for_chips ? mine > 0 : is_best;
    const bool lost = stats.for_chips ? mine < 0 : mine < best;
    stats.won += won ? 1 : 0;
    stats.lost += lost ? 1 : 0;
    stats.sum += mine;
    stats.squares += static_cast<double>(mine) * static_cast<double>(mine);
    stats.luck += match->luck;
  }
  std::vector<GameStats> list;
  for (auto& [game, stats] : by_game) list.push_back(std::move(stats));
  std::ranges::stable_sort(list, std::greater(), &GameStats::matches);
  return list;
}

}  // namespace fairdeal::match
