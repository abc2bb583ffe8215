#pragma once

#include <string>
#include <vector>

#include "rules/any_game.h"

namespace fairdeal::rules {

/// Lists the legal moves with their numbers, in lines that fit 80 columns, for a person to choose
/// from: "1 fold   2 call 20   3 raise to 40 (raise 40…200)". A move that is a number itself has
/// this number: "4 middle centre". If there are more than twelve moves it gives only examples,
/// unless `all` is set. Each row with labels begins with `mark`.
std::string list_choices(const std::vector<Choice>& choices, bool all = false,
                         const std::string& mark = "");

/// Returns the number that the i-th move has in that list.
std::string choice_number(const std::vector<Choice>& choices, std::size_t i);

/// Returns the i-th move as that list has it: "3 raise to 40 (raise 40…200)".
std::string choice_text(const std::vector<Choice>& choices, std::size_t i);

/// Returns what a person may type for the i-th move: its label or, if that is not read as this
/// move, its number in the list.
std::string typed_for(const std::vector<Choice>& choices, std::size_t i);

/// Reads what a person typed as one of the moves. A person may type a move's label, another name of
/// it, its number in the list, the numbers that it is made of ("3x3"), or a beginning that fits no
/// other move; and with it the amount, if the move takes one ("raise to 60", "r60", "3 60"); in a
/// label the amount stands where the least one stood ("bid 3 of 10 tricks"). In a round of betting
/// "all in" is the highest bet or raise. Where only one move takes an amount, an amount alone is
/// that move, unless a move of the list has this number. Capitals matter only where two labels
/// differ by nothing else, and a text without capitals that could be either is refused. Errors:
/// illegal_move, in words that say what is possible.
Result<Action> read_choice(const std::string& typed, const std::vector<Choice>& choices);

}  // namespace fairdeal::rules
