#pragma once

#include <string>

namespace CLI {
class App;
}

namespace fairdeal::apps {

/// Returns a script that completes `app`'s commands, their long options and the names of games.
/// `shell` is bash, zsh or fish.
std::string completion_script(const CLI::App& app, const std::string& shell);

}  // namespace fairdeal::apps
