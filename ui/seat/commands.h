#pragma once

#include <span>
#include <string>
#include <vector>

#include "ui/seat/effects.h"
#include "ui/seat/model.h"

/// The words that a person may type besides a move: one table, from which the help is made, too.

namespace fairdeal::seat {

struct Command {
  /// How a line is one of this command.
  enum class Shape {
    alone,      ///< the word is all of it, without its spaces: "chat off" is chatoff
    with_rest,  ///< something follows the word: "say hello"
    perhaps,    ///< something may follow
  };
  /// Whether such a line may be a move instead: where it may, the move counts.
  enum class Rank { before_moves, after_moves };
  const char* word;
  Shape shape;
  Rank rank;
  bool (*when)(const Model&);  ///< null: always
  bool known_always;           ///< whether the program says, at other times, that it is too early
  void (*run)(Model&, const std::string& rest, SeatEffects&);
  bool others;       ///< whether it makes sense only at a table, with other people
  const char* help;  ///< a sentence's id; "" if the help of another command says it
};

/// Returns all commands, in the order in which the help lists them.
std::span<const Command> all_commands();
/// Returns whether only a host has a use for the command, until the match begins.
bool is_of_host(const Command& command);
/// Returns what somebody hears who types a command of the program at a table, such as `doctor` or
/// `fairdeal doctor`; nothing if the line is none.
words::Said said_of_program(const std::string& line);
/// Returns what a person may type now: for everybody, and for a host whose table gathers.
std::vector<words::Said> help_words(const Model& model);

}  // namespace fairdeal::seat
