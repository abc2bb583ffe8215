#pragma once

#include <string>
#include <vector>

#include "ui/match/played_matches.h"

namespace fairdeal::match {

/// An estimate, with the interval that holds the true value in 95 of 100 cases.
struct Estimate {
  double value, low, high;
};

/// The results of one person in the finished matches of a game.
struct GameStats {
  std::string game{};
  bool for_chips = false;  ///< whether the results are chips
  std::uint64_t matches = 0, hands = 0;
  std::uint64_t won = 0;   ///< alone; in a game for chips: with more chips than before
  std::uint64_t lost = 0;  ///< in a game for chips: with fewer chips than before
  std::int64_t sum = 0;    ///< of the person's results
  double squares = 0;      ///< of these results
  Luck luck{};

  /// Estimates the result of a match by Student's t; none with fewer than two matches.
  std::optional<Estimate> per_match() const;
};

/// Counts the matches that are over and in which the person had a seat, by game; the game with most
/// matches comes first.
std::vector<GameStats> stats_of(const std::vector<const PlayedMatch*>& matches);

}  // namespace fairdeal::match
