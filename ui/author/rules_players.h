#pragma once

#include "rules/any_game.h"
#include "ui/author/rules.h"

namespace fairdeal::author {

/// Returns the game that the options name, at its start or in the given state. Errors:
/// unknown_module, bad_parameters.
Result<rules::AnyGame> game_of(const RulesOptions& options);
/// Says why a game could not be had, and returns the exit code.
int wrong_game(const words::Output& output, const std::string& game, const Error& error);

/// Lets a player weigh the moves of a state: their values, the best ones, and how far it looked.
int run_rules_evaluate(const RulesOptions& options, const words::Output& output);
/// Plays a round robin of players on all processors, and tells who wins how much. With a file it
/// goes on where an earlier run of the same command stopped.
int run_rules_tournament(const RulesOptions& options, const words::Output& output);

}  // namespace fairdeal::author
