#pragma once

#include <string>

namespace CLI {
class App;
}

namespace fairdeal::apps {

/// A script that completes `app`'s commands, their options, and the values that are a fixed choice.
/// `shell`: bash, zsh or fish.
std::string completion_script(const CLI::App& app, const std::string& shell);

}  // namespace fairdeal::apps
