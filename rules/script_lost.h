#pragma once

#include <stdexcept>

namespace fairdeal::rules {

/// Thrown if a script cannot be run here: this is the machine's failure, and no error of the game.
/// So nothing is signed, voted on or blamed by it. The words are a sentence.
struct ScriptLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace fairdeal::rules
