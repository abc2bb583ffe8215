#pragma once

#include <string>
#include <vector>

#include "proto/script.h"
#include "runtime/state/public_state.h"
#include "ui/words/said.h"
#include "ui/words/words.h"

/// All that the program says about who sees, shuffles and chooses what. No such sentence is written
/// for a game by hand: each follows from what the game declares (rules::Secrecy), which the table
/// enforces, or from what its rules have asked for so far.

namespace fairdeal::words {

/// Returns what a game declares, one fact a line. `things` are what it hides: "cards".
std::vector<std::string> secrecy_facts(const rules::Secrecy& secrets, const std::string& things);
/// Returns the same, for a page in any language.
std::vector<Said> secrecy_said(const rules::Secrecy& secrets, const std::string& things);

/// Returns what a script that comes with the program does by its person's secrets, one fact a line.
std::vector<Said> shipped_said(const rules::Secrecy& secrets, const std::string& things);

/// Returns what a stranger's script can do to the secrets of who plays it, one fact a line.
std::vector<Said> script_said(const rules::Secrecy& secrets, const std::string& things);
std::vector<std::string> script_facts(const rules::Secrecy& secrets, const std::string& things);

/// Returns what the program itself tells of an event whatever the game says of it: that a card is
/// dealt to several seats, that named seats alone shuffled, that a seat gave its locks away; "" if
/// it is none of these.
Said told_of_secrets(const rules::AnyEvent& event, const rules::AnyGame& before,
                     const rules::AnyGame& after, const Names& names);

/// Returns who has seen the cards that lie, and who shuffled them, a line for each kind of them.
std::vector<Said> secrecy_account(const state::PublicState& state, const Names& names);

/// Returns what the program tells a person of a move that the game made (`chosen_by_game`), or
/// named, by what the person alone knows: with the move itself, since a script chooses its name;
/// nothing if it did neither, or comes with the program.
Said told_of_answer(const rules::AnyGame& game, Seat seat, const rules::Known& known,
                    const rules::Action& action, bool chosen_by_game, const Names& names);
/// Says whether a game may answer by what its person alone knows, and how to change that.
Said whether_it_answers(bool answers);
/// A page shows this question until its person answers it, with one of these two commands.
Said may_it_answer();
inline constexpr const char* kItMayAnswer = "answers yes";
inline constexpr const char* kItMayNotAnswer = "answers no";

}  // namespace fairdeal::words
