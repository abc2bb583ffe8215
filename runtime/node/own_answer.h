#pragma once

#include "runtime/node/node_parts.h"

/// This member's own answer to a step, and its statements that it leaves, is back or resigns.

namespace fairdeal::node {

/// States that this member leaves or is back, if the table does not know, and begins to make its
/// answer.
void speak(Parts& node, Instant now, Effects& out);
/// Does what is due for the deal or the deck that is being opened: checks parts of others, makes
/// its own, and answers with a shuffle.
void advance_pipeline(Parts& node, Instant now, Effects& out);

/// Returns whether it is this member's move now, and it has not moved yet.
bool to_act(const Parts& node);
/// Returns when this member's program may choose a move for its person, who has not made any; never
/// if it may not, or has been told that it may.
Instant careful_from(const Parts& node);
/// Returns whether this member moves no more, because it leaves or somebody has resigned.
bool needs_no_move(const Parts& node);
/// Submits a player's move, or with `careful` its program's. A seat that leaves, or
/// that has heard a resignation, submits an empty action, so that nobody waits for its clock.
void make_move(Parts& node, const std::string& action, bool careful, Instant now, Effects& out);
/// Asks the rules, a script, whether they fail at a move, and then submits it. The result comes to
/// make_tried_move().
void try_move(Parts& node, const rules::Action& action, bool careful, Effects& out);
void make_tried_move(Parts& node, const Done::Tried& tried, Instant now, Effects& out);
/// Signs an entry with this payload and all that this member has to attach. Does nothing if this
/// member has answered meanwhile.
void make_entry(Parts& node, proto::Payload payload, Instant now, Effects& out);
/// Answers that nothing comes from this member: its clock has run out, its machine failed or a
/// secret is lost. Why it says so itself: a program that lives always answers, so no member ever
/// votes for its own absence (docs/model/README.md, Why).
void answer_none(Parts& node, Instant now, Effects& out);

/// Signs and sends a statement that this member leaves, is back or resigns, or with its number that
/// an alarm is due.
void say_presence(Parts& node, proto::Presence::What what, Effects& out, std::uint32_t alarm = 0);
/// Returns when this member's clock says that the game's alarm is due; never once it has said so.
Instant alarm_due(const Parts& node);
/// Says that it is.
void say_alarm(Parts& node, Effects& out);
/// Forgets the keys of deals that are over at `table`, in memory and, in the transaction with the
/// record that ends them, in the store. When the match is over it forgets every secret.
void forget_keys(Parts& node, const state::Table& table, Effects& out);

}  // namespace fairdeal::node
