#pragma once

#include <functional>
#include <string_view>

#include "rules/any_game.h"
#include "rules/rational.h"

namespace fairdeal::rules {

/// Estimates how good a state is for a seat; higher is better. It is called only for states in
/// which the match is not over.
using Heuristic = std::function<Rational(const AnyGame& game, Seat seat)>;

/// Returns the heuristic with this name. All but the last are from Ludorum:
///
///   zero                 0
///   tic-tac-toe default  the weights of the own squares minus those of the other's, divided by 17;
///                        the weights are 2 1 2 / 1 5 1 / 2 1 2
///   mancala default      the own side's seeds minus the other's, a seed in a store counting 5 and
///                        one in a house 1, divided by the number of seeds times the sum of weights
///   piece ratio          (own − other) / (own + other) discs; for Othello and Reversi
///   mobility ratio       the same for the squares to which each seat can move
///   othello weights      the weights of the own discs' squares minus those of the other's, divided
///                        by the sum of their amounts; for boards of 8 by 8
///   othello default      0.6 othello weights + 0.2 piece ratio + 0.2 mobility ratio
///   score difference     own minus other score, divided by twice the nodes; for Colograph
///   points difference    own minus other score; for any game for two that has scores
///   pig lead             own minus other score, including the points of the turn, divided by 100
///
/// A heuristic returns 0 for a game that it is not meant for. Several make a composite, each with
/// its weight: "0.6 piece ratio + 0.4 mobility ratio". Weights have three digits at the most, and
/// add up to 1. Errors: unknown_module; bad_parameters, for weights that do not.
Result<Heuristic> heuristic_named(std::string_view name);

}  // namespace fairdeal::rules
