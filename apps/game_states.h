#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairdeal::apps {

/// A member of a game's JSON state.
struct StateField {
  std::string key;
  std::string type;  ///< "text", "integer", "boolean", "list", "object"; with " or null"
  std::string about;
  bool always = true;  ///< else it is there at some times only, or by some parameters
};

/// What a game's state says, for whoever computes its digest without this program.
struct GameState {
  std::vector<StateField> fields;
  std::vector<std::string> notes;
};

/// Returns what rules/states.txt says of this game; nothing of one that is not in it.
GameState state_of(std::string_view game);

}  // namespace fairdeal::apps
