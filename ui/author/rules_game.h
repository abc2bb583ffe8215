#pragma once

#include "rules/registry.h"
#include "ui/author/rules.h"

/// Finds the game that the options of a command of `fairdeal rules` name.
namespace fairdeal::author {

/// Returns the game that the options name, at its start or in the given state. Errors:
/// unknown_module, bad_parameters; as rules::start_game and rules::load_game.
Result<rules::AnyGame> game_of(const RulesOptions& options);

/// Reads the JSON of an option. Errors: bad_parameters, with the option's name in words.
Result<words::Json> json_of(const std::string& text, const char* name);

/// Reports why an option or a file cannot be used with the game. Returns the exit code, 2.
int wrong(const words::Output& output, const std::string& game, const Error& error);

/// Writes a number with commas: 1,204.
std::string thousands(std::uint64_t number);

/// Returns the seat with this number, counted from 1, or with this role, such as "Xs". Errors:
/// bad_parameters, with the seats that there are.
Result<Seat> seat_named(const rules::AnyGame& game, const std::string& name);

}  // namespace fairdeal::author
