#pragma once

#include "ui/seat/model.h"

/// The sentences that a seat tells its person, as functions of its model.

namespace fairdeal::seat {

/// Returns whom the seat waits for, such as "waiting for Bob to move"; nothing if nobody.
words::Said waiting(const Model& model);
/// Returns the same without how many are gone.
words::Said awaited(const Model& model);

/// For whom a seat waits before its game begins.
enum class Waits {
  nobody,
  host_admits,
  host_answers,
  next_break,
  others,
  own_start,
  host_starts,
  agreement
};
Waits waits_for(const Model& model);
/// Returns the same words and the time that the seat has waited or, if the table waits for a move,
/// the time that it waits at most.
std::string waiting_words(const Model& model);
/// Returns whether others have kept this seat waiting for longer than --timeout allows.
bool overdue(const Model& model, Model::Clock::duration tick);

/// Returns the move that the program makes without asking: the only sensible one or, if the person
/// is away, the one that the rules make for a silent seat.
std::optional<rules::Action> unasked(const Model& model);
/// Returns whether the person is to choose a move now.
bool asks_for_move(const Model& model);
/// Returns the moves among which the person chooses. Requires: the table has begun.
std::vector<rules::Choice> choices(const Model& model);
/// Returns what this seat alone knows, and whether its game may answer by that.
rules::Known known(const Model& model);
/// Returns known(), of a state of this table that is not shown yet.
rules::Known known_of(const Model& model, rules::Known known);
/// Returns whether the game may answer by what its person alone knows: one that comes with the
/// program, unless the person has said no, and a stranger's script, if the person has said yes.
bool may_answer(const Model& model);
/// Returns whether the game of this table can answer by what its person alone knows.
bool can_answer(const Model& model);
/// Returns whether the person of a page is still to say whether it may.
bool asks_to_answer(const Model& model);
/// Return whether a move lets the seat sit out until its person is back, or lets it play again: at
/// a table of poker with `sit_out`.
bool is_sitting_out(const rules::AnyGame& game, const rules::Action& action);
bool is_coming_back(const rules::AnyGame& game, const rules::Action& action);
/// Returns what the rules do for a seat that is absent now: "fold".
std::string cost_of_absence(const Model& model, const rules::AnyGame& game, Seat seat);

/// Returns what a member is called on this seat's screen.
std::string shown_name(const Model& model, const proto::Member& member);
/// Returns the name of the member with this key; "" if there is none. Requires: a table.
std::string name_of_member(const Model& model, const crypto::PublicKey& key);
/// Returns a guest's nickname and, since a guest can choose that freely, words made from its key:
/// `"Ann" (guitar ocean)`; of a contact the petname with a mark: `Ann ✓`.
std::string guest_words(const Model& model, const meet::LobbyNews& news, std::size_t words);
bool is_contact(const Model& model, Seat seat);
/// Returns the other member that a person means: by the name on the screen, the nickname or the
/// first key words. Without a word, the only other one. Errors: a sentence that says why none is
/// meant.
tl::expected<Seat, words::Said> member_called(const Model& model, const std::string& who);
/// Returns why a member is not there, in words that follow their name ("has left"); nothing
/// if they are there.
words::Said why_not_here(const Model& model, Seat seat);
/// Returns whether a member is out of contact, and nobody forwards what it says.
bool is_lost(const Model& model, Seat seat);
words::Said watchers_words(const Model& model, Seat at);
/// Returns who is here, a line for each member and each that has people who watch.
words::Said who_is_here(const Model& model);

/// The names of the members, each with a mark if it is not there.
rules::SeatNames marked_names(const Model& model);
/// The lines on a shuffle that is under way.
std::vector<std::string> shuffle_lines(const Model& model);
/// Draws the table, with a mark after the name of each player who is not there.
std::string drawn(const Model& model);
/// Returns what is asked besides a move, under the last problem; "" if nothing is.
std::string question_words(const Model& model);
/// Returns a text that is the same as long as the person is asked the same things, and another once
/// a question was added; "" if nothing is asked.
std::string subject_asked(const Model& model);
/// Returns the question whether the person means a careful move. Requires: it is asked.
words::Said sure_question(const Model& model);
/// Returns the question whether the person means to resign.
words::Said resign_question();
/// Returns whether the person may resign now, on whosever turn.
bool resigns(const Model& model);
/// Returns the line above a question: what is wrong with the last line typed, how to quit, or
/// whether a careful move or a resignation is meant.
std::string problem_words(const Model& model);
/// Returns what is wrong as a sentence that stays.
words::Said full_stop(const words::Said& problem);
/// Returns the moves as a list. The labels of a script stand in rows with its mark, so that none
/// looks like a line of the program.
std::string listed_choices(const Model& model, bool all);
/// Returns all moves for a page, a sentence for each.
words::Said all_choices_said(const Model& model);
/// Returns the moves, and the question for one.
std::string move_question(const Model& model);
/// Returns all that a terminal shows in place.
std::string block(const Model& model);

/// Returns the table's terms, and how its game is played, a line each.
std::vector<words::Said> terms_lines(const Model& model);
std::vector<words::Said> rules_lines(const Model& model);
/// Returns the rules in German; "" if the game has none.
std::string rules_in_german(const Model& model);
/// Returns the rules in both languages, if the game has them so.
words::Said rules_told(const Model& model);
/// Describes a script to the person who is asked whether to run it: one fact a line, its author
/// first. Requires: the guest lacks a script.
std::vector<std::string> script_facts_of(const Model& model);
/// Returns the text of a script that was not run yet, with the numbers of its lines.
std::vector<std::string> script_lines(const Model& model);

inline constexpr const char* kWatchQuestion =
    "You have no chips left; the bots play on.\n"
    "'watch' shows how each hand ends; Enter goes to the result";

/// Returns these lines as one text.
std::string joined(const std::vector<std::string>& lines);
/// Returns a text without the spaces around it.
std::string spaces_cut(std::string text);

}  // namespace fairdeal::seat
