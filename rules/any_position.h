#pragma once

#include "rules/any_game.h"

namespace fairdeal::rules {

/// One ply of any game: the moves of all active seats, and then the rolls of dice that follow them.
struct AnyPly {
  std::vector<AnyEvent> events;
  /// The probability of these rolls, given the moves, is `weight` / `all`.
  std::uint64_t weight = 1;
  std::uint64_t all = 1;
};

/// A ply, and the value of the game that it leads to.
struct AnyChild {
  AnyPly ply;
  AnyGame after;
};
/// Returns every ply that is possible in `game`, with the moves in the order of the seats.
/// Errors: bad_parameters where cards or private dice decide.
Result<std::vector<AnyChild>> children(const AnyGame& game);

/// Returns every outcome of the dice that `game` wants now. Requires that it wants a WantRoll.
std::vector<AnyChild> rolls(const AnyGame& game);

/// Returns the event of every combination of the active seats' moves; nothing if no seat is active.
std::vector<AnyEvent> joint_moves(const AnyGame& game);

}  // namespace fairdeal::rules
