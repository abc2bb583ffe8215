#pragma once

#include "runtime/node_parts.h"

/// What other members send, taken in. Each function verifies a message before anything of it
/// counts, and says what becomes of it; the step goes on afterwards (Node::advance).
namespace fairdeal::runtime {

// Statements of a step: receive_entries.cc, receive_votes.cc.

void take(NodeParts& node, Seat from, const proto::EntryFrame& frame, Instant now, Effects& out);
void take(NodeParts& node, Seat from, const proto::VoteFrame& frame, Instant now, Effects& out);
void take(NodeParts& node, Seat from, const proto::ProposalFrame& frame, Instant now, Effects& out);
/// Takes a step as others decided it: believed by its certificate and its own proofs, not by who
/// sent it.
void take(NodeParts& node, Seat from, const proto::Decided& decided, Instant now, Effects& out);
/// Takes an entry that was checked, here or by a worker, with what came of the check.
void accept(NodeParts& node, Done::EntryCheck verdict, Instant now, Effects& out);

// What the next entries attach: receive_attached.cc.

void take(NodeParts& node, Seat from, const proto::PresenceFrame& frame, Instant now, Effects& out);
void take(NodeParts& node, Seat from, const proto::PassedFrame& frame, Instant now, Effects& out);

// Where others stand, and what they ask and answer: receive_status.cc, receive_history.cc.

void take(NodeParts& node, Seat from, const proto::Status& theirs, Instant now, Effects& out);
void take(NodeParts& node, Seat from, const proto::Recall& recall, Instant now, Effects& out);
void take(NodeParts& node, Seat from, const proto::HistoryQuery& query, Instant now, Effects& out);
/// Takes a decision of others where this member has another. With two valid certificates of one
/// step this member keeps both, tells everybody, names who contradicts itself in them, and stops.
void take(NodeParts& node, Seat from, const proto::HistoryAnswer& theirs, Instant now,
          Effects& out);

// Questions that several of these ask.

/// Returns whether no table can be at that step: what says so is false, and its sender knows.
bool is_impossible(NodeParts& node, Seat from, Step step, Effects& out);
/// Returns whether something is of a step that this member cannot look into yet. It is behind, and
/// asks for what it lacks, once a step: a liar would make it ask without end.
bool is_far(NodeParts& node, Step step, Instant now);
/// Returns whether a statement's table and step alone say that it is of no use here: a cheap
/// question, before its signature is verified and its points are decoded. One so old that it
/// contradicts nothing which is still in memory is of none either.
bool is_out_of_reach(NodeParts& node, Seat from, const proto::Envelope& said, Instant now,
                     Effects& out);
/// Asks about a history that `author` named, if this member knows another: the author, or who
/// forwarded it, once a step and connection.
void suspect(NodeParts& node, Seat from, Seat author, const std::optional<NamedHistory>& named,
             Effects& out);
/// Looks at an entry or a vote for a step that is decided.
template <class T>
void look_back(NodeParts& node, const proto::Signed<T>& late, Effects& out) {
  for (auto& evidence : node.history.contradicted_by(late, node.table().charter()))
    node.contradictions.found(std::move(evidence), node.links, out);
}

}  // namespace fairdeal::runtime
