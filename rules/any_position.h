#pragma once

#include "rules/any_game.h"

namespace fairdeal::rules {

/// One ply of any game: the moves of all active seats, then what dice decide.
struct AnyPly {
  std::vector<AnyEvent> events;
  /// One in how many this is what the dice show, given the moves: `weight` of `all`.
  std::uint64_t weight = 1;
  std::uint64_t all = 1;
};

/// Every ply that `game` can take from here, moves in order of the seats. `after` is what each
/// leads to. Errors: bad_parameters where cards or private dice decide.
struct AnyChild {
  AnyPly ply;
  AnyGame after;
};
Result<std::vector<AnyChild>> children(const AnyGame& game);

/// Every outcome of the dice that `game` wants now. Requires WantRoll.
std::vector<AnyChild> rolls(const AnyGame& game);

/// Every combination of the active seats' moves, each as its event.
std::vector<AnyEvent> joint_moves(const AnyGame& game);

}  // namespace fairdeal::rules
