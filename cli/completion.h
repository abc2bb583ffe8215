#pragma once

#include <string>

namespace CLI {
class App;
}

namespace fairdeal::cli {

/// Returns a script that completes `app`'s commands and subcommands, their long options and the
/// values of these, names of games, and files. `shell` is bash, zsh or fish.
std::string completion_script(const CLI::App& app, const std::string& shell);

}  // namespace fairdeal::cli
