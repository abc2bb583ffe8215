#pragma once

#include <string>
#include <vector>

#include "rules/any_game.h"

namespace fairdeal::apps {

/// The legal moves as a person picks them, numbered: "1 fold   2 call 20   3 raise to 40…200".
std::string list_choices(const std::vector<rules::Choice>& choices);

/// What a person typed, as one of the moves: its number, its name or a beginning of it that fits no
/// other, with a number where it needs one ("raise 60", "3 60", "all-in"). Errors: illegal_move, in
/// words that say what would do.
Result<rules::Action> read_choice(const std::string& typed,
                                  const std::vector<rules::Choice>& choices);

}  // namespace fairdeal::apps
