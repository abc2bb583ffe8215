#include <algorithm>

#include "proto/envelope.h"
#include "runtime/node.h"

// What a peer does when others contradict themselves or it.
namespace fairdeal::runtime {

namespace {

/// Messages of one author kept for the next step: an entry and a vote, or what convicts it.
constexpr int kAheadMax = 4;

const proto::Envelope* by_author(const std::vector<proto::Answer>& record, Seat author) {
  for (const auto& answer : record)
    if (const auto* entry = std::get_if<proto::Envelope>(&answer); entry && entry->by == author)
      return entry;
  return nullptr;
}

}  // namespace

/// For the step after this one; what is further ahead comes again when this peer has caught up.
void Node::keep(Seat from, Seat author, Step step, proto::Message message) {
  if (step != table_->step().next() || others_[author.value].ahead >= kAheadMax) return;
  ++others_[author.value].ahead;
  ahead_.emplace_back(from, std::move(message));
}

/// A late statement is harmless, unless its author has said something else for that place.
void Node::look_back(const proto::Signed<proto::Entry>& late, Effects& out) {
  const auto& record = log_.at(late.message().step.value).record;
  const auto* then = by_author(record, late.by());
  if (then == nullptr || then->body == late.body()) return;
  const auto said = proto::open_entry(*then, table_->charter());
  if (const auto two = said ? consensus::contradiction(*said, late) : std::nullopt)
    convict(*two, out);
}

void Node::look_back(const proto::Signed<proto::Vote>& late, Effects& out) {
  const auto& votes = log_.at(late.message().step.value).certificate;
  const auto then = std::ranges::find(votes, late.by(), &proto::Envelope::by);
  if (then == votes.end() || then->body == late.body()) return;
  const auto said = proto::open_vote(*then, table_->charter());
  if (const auto two = said ? consensus::contradiction(*said, late) : std::nullopt)
    convict(*two, out);
}

/// Everybody is shown both statements, whomever their author reaches: it chose what to tell whom.
void Node::convict(const consensus::Equivocation& evidence, Effects& out) {
  if (evidence_) return;
  evidence_ = evidence;
  const Seat seat = evidence.first.by;
  out.notices.push_back(Equivocated{seat, evidence});
  for (std::uint32_t i = 0; i < table_->charter().validators(); ++i)
    if (linked(Seat(i)) && Seat(i) != seat) show_evidence(Seat(i), out);
  // A match that all have signed stands.
  if (!finished()) halt({Fault::equivocation, seat, "two statements for one place"}, out);
}

void Node::show_evidence(Seat to, Effects& out) {
  for (const auto& statement : {evidence_->first, evidence_->second}) {
    if (evidence_->what == consensus::Equivocation::What::entry)
      send(to, proto::EntryFrame{statement}, out);
    else
      send(to, proto::VoteFrame{statement}, out);
  }
}

void Node::settle_dissent(Effects& out) {
  for (std::uint32_t i = 0; i < table_->charter().validators(); ++i) {
    const Seat voter(i);
    if (!agreement_.dissents(voter)) continue;
    const auto& mine = *agreement_.outcome();
    const auto& theirs = agreement_.vote(voter)->message().outcome;
    if (theirs && theirs->record == mine.record)
      return halt(
          {Fault::state_differs, voter,
           "step " + std::to_string(table_->step().value) + ": the same entries lead to state " +
               theirs->state.hex() + " there and " + mine.state.hex() + " here"},
          out);
    // It was sent another entry than this peer. Show it ours: it will show its own, and the author
    // of both has convicted itself.
    if (!std::exchange(others_[i].shown, true))
      send_what_it_lacks(voter, {table_->id(), table_->step(), 0, 0, 0}, out);
  }
}

}  // namespace fairdeal::runtime
