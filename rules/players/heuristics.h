#pragma once

#include <functional>
#include <string_view>

#include "rules/any_game.h"
#include "rules/rational.h"

namespace fairdeal::rules {

/// What a state that is not finished promises a seat: higher is better.
using Heuristic = std::function<Rational(const AnyGame& game, Seat seat)>;

/// Heuristics by name, all from Ludorum unless said otherwise:
///
///   zero                 0
///   tic-tac-toe default  own minus other weights, 2 1 2 / 1 5 1 / 2 1 2, of 17
///   mancala default      seeds weighted by square, as a part of all seeds and weights
///   piece ratio          (own − other) / (own + other) discs, of Othello and Reversi
///   mobility ratio       the same of squares to move to
///   othello weights      squares weighted by place, as a part of all weights; 8 by 8 only
///   othello default      0.6 weights + 0.2 piece ratio + 0.2 mobility ratio
///   score difference     of Colograph, by twice its nodes
///   points difference    own minus other scores, for any game of two that has scores
///   pig lead             (ours) own minus other score, with what the turn has brought, by 100
///
/// Each answers 0 for a game it is not meant for. Errors: unknown_module.
Result<Heuristic> heuristic_named(std::string_view name);

}  // namespace fairdeal::rules
