#pragma once

#include "rules/players/best_response.h"

namespace fairdeal::rules {

/// Finds how to play a small game for two, in which one wins what the other loses: CFR+, by which
/// each seat chooses in proportion to what it regrets not having done. The average of all that it
/// played, later times counting more, comes near to an equilibrium.
///
/// Numbers are fixed-point, in parts of 2^40, so every machine finds the same policy.
/// Source: Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014, algorithm 1 with
/// d = 0; Zinkevich et al., "Regret Minimization in Games with Incomplete Information", 2007.
class RegretMinimiser {
 public:
  /// Requires: the tree outlives it; payoffs are below 2^20 (CHECKed).
  explicit RegretMinimiser(const GameTree& tree);

  /// Plays once more against itself. Cost: two visits of each node for each seat.
  void iterate();
  std::uint64_t iterations() const { return iterations_; }
  /// Returns the average of what both seats played. Where a seat never came it is even.
  Policy average() const;

 private:
  using Fixed = std::int64_t;
  __extension__ using Wide = __int128;

  void choose(std::uint32_t set);
  void reach_down(Seat seat);
  void values_up(Seat seat);

  const GameTree& tree_;
  std::uint64_t iterations_ = 0;
  std::vector<std::size_t> first_;          ///< by set: where its actions begin in the next lists
  std::vector<Fixed> chosen_{}, played_{};  ///< the present policy; that times own reach
  std::vector<Wide> regrets_{}, changes_{}, sums_{};
  std::vector<std::uint64_t> totals_;         ///< by node of chance: the sum of its weights
  std::vector<Fixed> own_, others_, values_;  ///< by node
};

}  // namespace fairdeal::rules
