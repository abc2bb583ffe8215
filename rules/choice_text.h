#pragma once

#include <string>
#include <vector>

#include "rules/any_game.h"

namespace fairdeal::rules {

/// The legal moves as a person picks them, numbered, in lines that fit 80 columns: "1 fold   2 call
/// 20 3 raise to 40 (raise 40…200)". Moves that are numbers themselves have these: "4 middle
/// centre". Of more than twelve only examples, unless `all` are to be listed.
std::string list_choices(const std::vector<Choice>& choices, bool all = false);

/// The number of the i-th in that list.
std::string choice_number(const std::vector<Choice>& choices, std::size_t i);

/// Reads what a person typed as one of the moves. It may be in capitals or not: its label, another
/// name of it, its number in the list, the numbers it is made of ("3x3") or a beginning that fits
/// no other, with an amount where it needs one ("raise to 60", "r60", "3 60", "all in"). Errors:
/// illegal_move, in words that say what would do.
Result<Action> read_choice(const std::string& typed, const std::vector<Choice>& choices);

}  // namespace fairdeal::rules
