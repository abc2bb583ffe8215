#pragma once

#include "rules/players/thinker.h"

namespace fairdeal::rules {

/// Looks ahead in any game in which everything is open: with dice, with more than two seats, and
/// with moves that are made together. Each seat takes the move that is best for itself (maxⁿ;
/// Luckhardt and Irani, 1986), a roll counts the mean of its outcomes, and those who move at the
/// same time are taken to make each of their moves as often. A match that goes on at the horizon
/// counts the lead by its scores, if it has any. It looks one move further each time, and so costs
/// some 20 µs a value for a compiled game.
class OpenSearch {
 public:
  OpenSearch(const Budget& budget, const GoOn& go_on) : budget_(budget), go_on_(go_on) {}

  /// Errors: bad_parameters, if the seat has no moves or the game hides something; as
  /// AnyGame::after.
  Result<Thought> think(const AnyGame& game, Seat seat);

 private:
  /// For each seat, in millionths of a point.
  using Values = std::vector<std::int64_t>;

  Result<Values> value(const AnyGame& game, unsigned depth);
  Result<Values> mean_of_rolls(const AnyGame& game, unsigned depth);
  Result<Values> best_for_mover(const AnyGame& game, Seat mover, unsigned depth);
  Result<Values> mean_of_joint_moves(const AnyGame& game, unsigned depth);
  Result<std::int64_t> value_of(const AnyGame& game, Seat seat, const Action& action,
                                unsigned depth);
  bool count();

  const Budget& budget_;
  const GoOn& go_on_;
  Progress progress_{};
  bool stopped_ = false;
  bool whole_ = true;  ///< whether no line met the horizon
};

/// The kind "lookahead" (thinker_kinds()).
ThinkerKind lookahead_kind();

}  // namespace fairdeal::rules
