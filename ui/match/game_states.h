#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairdeal::match {

/// A member of a game's JSON state.
struct StateField {
  std::string key;
  std::string type;  ///< "text", "integer", "boolean", "list", "object"; with " or null"
  std::string about;
  bool always = true;  ///< false: only present at times, or with some parameters
};

/// A description of a game's JSON state, for people who compute its digest without this program.
struct GameState {
  std::vector<StateField> fields;
  std::vector<std::string> notes;
};

/// Returns what rules/states.txt says about this game; it has no fields if the file does not name
/// the game.
GameState state_of(std::string_view game);

}  // namespace fairdeal::match
