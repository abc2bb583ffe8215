#pragma once

#include <optional>
#include <string_view>

#include "rules/game.h"

namespace fairdeal::rules {

/// The kinds of players, by how they choose their moves.
enum class PlayerKind {
  random,
  trace,  ///< makes the moves of a list, and the last of them again and again
  rule_based,
  heuristic,  ///< looks one ply ahead
  minimax,
  alpha_beta,
  maxn,
  monte_carlo,
  uct,
  ensemble,  ///< asks one of several players, or the mean of their values
  person
};

/// Returns the kind with this name, such as "MiniMaxPlayer", "alpha-beta" or "Monte Carlo": letters
/// count, in upper or lower case, and an ending "Player" does not.
std::optional<PlayerKind> player_kind_named(std::string_view name);

/// Returns whether players of this kind can play the game: minimax and alpha-beta if its seats move
/// one after the other, maxⁿ if it has no chance besides, all others any game.
bool plays(PlayerKind kind, const GameInfo& game);

}  // namespace fairdeal::rules
