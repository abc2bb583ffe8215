#pragma once

#include "runtime/node_parts.h"

/// This member's own answer to a step, and what it tells the table beside it.
namespace fairdeal::runtime {

/// Says what this member has to say of itself, and begins to make its answer.
void speak(NodeParts& node, Instant now, Effects& out);
/// Does whatever is to be done now about the deal or the deck that is being opened: check, make,
/// answer.
void advance_pipeline(NodeParts& node, Instant now, Effects& out);

/// Returns whether this member is to move now, and has not yet.
bool to_act(const NodeParts& node);
/// Submits a player's move. A leaving seat submits an empty action, so that nobody waits for its
/// clock.
void make_move(NodeParts& node, const std::string& action, Instant now, Effects& out);
/// Signs an entry with this payload and all that this member has to attach. Does nothing if this
/// member said meanwhile that nothing comes from it.
void make_entry(NodeParts& node, proto::Payload payload, Instant now, Effects& out);
/// Says that nothing comes from here: its clock has run out, its machine failed or a secret is
/// lost. Nobody else has to find that out, and a program that lives always answers.
void answer_none(NodeParts& node, Instant now, Effects& out);

/// Says that this member leaves, or is back.
void say_presence(NodeParts& node, proto::Presence::What what, Effects& out);
/// Forgets the keys of deals that are over at `table`, here and, with the record that ends them, in
/// the store; when the match is over, everything that hides something.
void forget_keys(NodeParts& node, const Table& table, Effects& out);

}  // namespace fairdeal::runtime
