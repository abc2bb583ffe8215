#include "ui/match/game_states.h"

#include <algorithm>
#include <sstream>

namespace fairdeal::match {

extern const char* const kGameStates;

namespace {

/// Returns whether `game` is one of the names that a block begins with.
bool is_of(const std::string& names, std::string_view game) {
  std::istringstream words(names);
  for (std::string word; words >> word;)
    if (word == game) return true;
  return false;
}

StateField parse_field(const std::string& line) {
  const std::size_t first = line.find(" | "), second = line.find(" | ", first + 3);
  StateField field{line.substr(0, first), line.substr(first + 3, second - first - 3),
                   line.substr(second + 3)};
  if (field.key.ends_with('?')) {
    field.key.pop_back();
    field.always = false;
  }
  return field;
}

}  // namespace

GameState state_of(std::string_view game) {
  GameState state, every;
  GameState* block = nullptr;
  std::istringstream lines(kGameStates);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with("= ")) {
      const std::string names = line.substr(2);
      block = names == "every game" ? &every : is_of(names, game) ? &state : nullptr;
    } else if (block != nullptr && line.find(" | ") != std::string::npos) {
      block->fields.push_back(parse_field(line));
    } else if (block != nullptr) {
      block->notes.push_back(line);
    }
  }
  // The fields that every game has are added only for games that the text describes.
  if (!state.fields.empty())
    state.fields.insert(state.fields.end(), every.fields.begin(), every.fields.end());
  return state;
}

}  // namespace fairdeal::match
