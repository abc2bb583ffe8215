#pragma once

#include "rules/json.h"
#include "ui/seat/options.h"
#include "ui/words/report.h"

namespace fairdeal::seat {

/// Returns the parameters of a table that people open: those in the options and, for the others,
/// the game's values for people. Errors: bad_parameters and
/// not_canonical, with the way to write them; those of find_module.
Result<rules::Json> table_params(const TableOptions& table);

/// Returns the failure of a command for a game that this program does not have, with the game that
/// may be meant.
words::Failure no_such_game(const std::string& name);

/// Returns the failure of a command that could not start the game of `table`. If the folder has a
/// script of the game's name, it is named as what may be meant. If the game does not have so many
/// seats, the failure says how many it has.
words::Failure could_not_start(const Error& error, const std::string& command,
                               const TableOptions& table);

}  // namespace fairdeal::seat
