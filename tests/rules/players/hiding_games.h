#pragma once

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "rules/lua/script.h"
#include "rules/registry.h"
#include "tests/shipped_script.h"

namespace fairdeal::rules {

/// Returns a compiled game, or a shipped script.
inline Module hiding_module(const std::string& name) {
  if (const auto found = find_module(name)) return **found;
  std::ifstream file(sources::shipped_script(name + ".lua"));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return module_of_script(Script::load(name, text).value());
}

/// Returns the games that hide cards or dice. The list is that of the catalogue, so no game is
/// left out.
inline std::vector<std::string> every_hiding_game() {
  std::vector<std::string> names;
  for (const Module& module : modules())
    if (module.info().hidden) names.push_back(module.info().name);
  for (const std::string& file : sources::shipped_scripts()) {
    const std::string name = file.substr(0, file.size() - 4);
    if (std::ranges::count(names, name) == 0 && hiding_module(name).info().hidden)
      names.push_back(name);
  }
  return names;
}

}  // namespace fairdeal::rules
