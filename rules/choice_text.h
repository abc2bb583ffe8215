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

/// The reason why a typed text is none of the legal moves. `about` are the words that it names.
struct Refusal {
  enum class Why {
    nothing_typed,
    no_moves,
    two_moves,       ///< the text, one move and another
    takes_number,    ///< the move, and an example of it
    number_is,       ///< the only number
    number_between,  ///< the least number, and the most
    no_number,       ///< the word in the place of a number
    impossible,      ///< the text
    no_wager,
    number_of_all_in,
    not_in_list,  ///< the first number of the list, the last, and the one that was typed
    several,      ///< the word
    call_of_no_bet,
    check_of_a_bet,
    raise_of_no_bet,
    bet_of_a_bet,
  };

  Why why;
  std::vector<std::string> about{};

  /// Returns the reason in English.
  std::string text() const;
};

/// Reads what a person typed as one of the moves. A person may type a move's label, another name of
/// it, its number in the list, the numbers that it is made of ("3x3"), or a beginning that fits no
/// other move; and with it the amount, if the move takes one ("raise to 60", "r60", "3 60"); in a
/// label the amount stands where the least one stood ("bid 3 of 10 tricks"). In a round of betting
/// "all in" is the highest bet or raise. Where only one move takes an amount, an amount alone is
/// that move, unless a move of the list has this number. Capitals matter only where two labels
/// differ by nothing else, and a text without capitals that could be either is refused.
tl::expected<Action, Refusal> choice_typed(const std::string& typed,
                                           const std::vector<Choice>& choices);
/// Reads it as choice_typed() does. Errors: illegal_move, in the words of the refusal.
Result<Action> read_choice(const std::string& typed, const std::vector<Choice>& choices);

}  // namespace fairdeal::rules
