#pragma once

#include <string>

#include "apps/report.h"

namespace fairdeal::apps {

/// Returns whether a game is named by the file of a script: "skull.lua".
bool is_script(const std::string& game);

/// Puts in place of a script's file the name of its game, which can be started by it from then on.
/// Any other name stays as it is. Confines this process for good before it reads the script: after
/// that it opens no files but those of the data folder, and starts no programs. Requires: this
/// process has one thread. Fails in words if the file cannot be read or is no game.
tl::expected<void, Failure> use_script(std::string& game);

/// Returns the failure of a table for which a script is named.
Failure script_at_table();

}  // namespace fairdeal::apps
