#pragma once

#include "proto/envelope.h"
#include "runtime/node/node_parts.h"

/// The functions that take in what other members send. Each verifies a message before anything in
/// it counts. Node::advance then goes on with the step.

namespace fairdeal::node {

// Statements of a step: receive_entries.cc, receive_votes.cc.

void take(Parts& node, Seat from, const proto::EntryFrame& frame, Instant now, Effects& out);
void take(Parts& node, Seat from, const proto::VoteFrame& frame, Instant now, Effects& out);
void take(Parts& node, Seat from, const proto::ProposalFrame& frame, Instant now, Effects& out);
/// Takes in a step that others decided. It is believed because of its certificate and proofs,
/// whichever peer sent it.
void take(Parts& node, Seat from, const proto::Decided& decided, Instant now, Effects& out);
/// Takes in what was checked by asking rules that are a script.
void accept(Parts& node, Done::FollowCheck&& checked, Instant now, Effects& out);
void accept(Parts& node, Done::ProposalCheck checked, Effects& out);
/// Takes in the decisions of this step that came while an earlier one was followed.
void take_ahead(Parts& node, Instant now, Effects& out);
/// Takes in the result of checking an entry, here or by a worker.
void accept(Parts& node, Done::EntryCheck verdict, Instant now, Effects& out);

// Statements and parts that the next entries attach: receive_attached.cc.

void take(Parts& node, Seat from, const proto::PresenceFrame& frame, Instant now, Effects& out);
void take(Parts& node, Seat from, const proto::PassedFrame& frame, Instant now, Effects& out);

// The members' chat: receive_chat.cc.

void take(Parts& node, Seat from, const proto::ChatFrame& frame, Instant now, Effects& out);
/// Sends this member's latest lines to `to`, which may not have been connected when they were said.
void repeat_chat(Parts& node, Seat to, Instant now, Effects& out);
/// Says a line to the others. Errors: as Node::on_say.
Result<> say(Parts& node, std::string text, std::uint64_t utc_ms, Instant now, Effects& out);

/// Notes who watches at a member.
void take(Parts& node, Seat from, const proto::Watchers& watchers, Instant now, Effects& out);

// Where others are, and what they ask and answer: receive_status.cc, receive_history.cc.

void take(Parts& node, Seat from, const proto::Status& theirs, Instant now, Effects& out);
/// Sends the last decision to those members that lack it and to which it is due now.
void send_decision(Parts& node, Instant now, Effects& out);
/// Sends it to a member that signed a statement of `step`, if that shows that the member lacks it.
void answer_late(Parts& node, Seat author, Step step, Instant now, Effects& out);
void take(Parts& node, Seat from, const proto::Recall& recall, Instant now, Effects& out);
void take(Parts& node, Seat from, const proto::HistoryQuery& query, Instant now, Effects& out);
/// Takes in a decision of others for a step that this member may have decided differently. If both
/// have valid certificates, this member keeps both, tells everybody, names who contradicts itself
/// in them, and stops. Why it stops: no further step could be agreed by all, and more members lie
/// than the table withstands (docs/agreement.md, Forks).
void take(Parts& node, Seat from, const proto::HistoryAnswer& theirs, Instant now, Effects& out);

// Questions that several of these functions ask.

/// Returns whether no table can have reached that step. Then the message is false and its sender
/// knows that, so the sender gets a point.
bool is_impossible(Parts& node, Seat from, Step step, Effects& out);
/// Returns whether a step is beyond the next one. Then this member is behind, and soon asks for
/// what it lacks; it does so once a step, because a liar could make it ask without end.
bool is_far(Parts& node, Step step, Instant now);
/// Returns whether the table and the step of a statement alone show that it is of no use here: it
/// is of another table, of a step too far ahead, or so old that its step is no longer in memory.
/// This is cheap, and comes before its signature is verified and its points are decoded.
bool is_out_of_reach(Parts& node, Seat from, const proto::Envelope& said, Instant now,
                     Effects& out);
/// Asks where two histories part, if `author` named another history than this member's, and returns
/// whether it did. It asks the author or, if that is not connected, the peer that forwarded the
/// statement.
bool suspect(Parts& node, Seat from, Seat author, const std::optional<NamedHistory>& named,
             Instant now, Effects& out);
/// Returns about how long it takes to verify and decode a statement, in microseconds.
std::int64_t work_of(const proto::Envelope& said);
/// Keeps a statement that cannot be used yet, and counts one that is not kept as useless work.
template <class Frame>
void keep_early(Parts& node, Seat from, Step of, const Frame& frame) {
  if (!node.catch_up.keep(from, of, frame)) node.peers.spend(from, work_of(frame.envelope));
}
/// Compares a statement of a decided step with that decision, and keeps contradictions. The same
/// statement from the same peer is not looked at again.
template <class T>
void look_back(Parts& node, Seat from, const proto::Signed<T>& late, Effects& out) {
  const proto::Envelope said = proto::envelope(late);
  node.peers.settle(from, state::name_of(said));
  node.peers.spend(from, work_of(said));
  for (auto& evidence : node.history.contradicted_by(late, node.table().charter()))
    node.contradictions.found(std::move(evidence), node.table(), node.links, out);
}

}  // namespace fairdeal::node
