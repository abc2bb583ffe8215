#include <algorithm>

#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/node.h"

namespace fairdeal::runtime {

// ---- What it said, and forgot with a part of its store

/// Keeps what this member signed at a later step until it gets there. True if it is of one.
bool Node::adopt_later(const Put& own, Step step, Effects& out) {
  if (step <= table_->step()) return false;
  if (!mine_.has(*key_of(own))) {
    mine_.add(own);
    out.store.push_back(own);
  } else if (!holds_own(name_of_statement(own.value))) {
    refuse({Fault::equivocation, {}, "another program plays this seat"}, out);
  }
  return true;
}

/// A statement of this member that comes back is its own, even if its store does not have it: it is
/// stored, and binds. If it contradicts another that it knows, this program runs twice, and says
/// so.
void Node::adopt(const proto::Signed<proto::Entry>& own, Instant now, Effects& out) {
  const proto::Entry& entry = own.message();
  const Put put{kept::Entry{entry.step}, own.body()};
  if (entry.table != table_->id() || entry.step < table_->step() ||
      adopt_later(put, entry.step, out))
    return;
  if (has_entered())
    return refuse({Fault::equivocation, {}, "another program plays this seat"}, out);
  out.store.push_back(put);
  mine_.add(put);
  contributed_ = true;  // whatever it says, there is no second one
  if (!table_->fits(own)) return;
  add(table_->assume_valid(own));
  links_.broadcast(proto::EntryFrame{proto::envelope(own)}, out);
  progress(now, out);
}

/// Its own entry in somebody's proposal.
void Node::adopt_entries(const proto::Proposal& proposal, Instant now, Effects& out) {
  for (const proto::Answer& answer : proposal.record)
    if (const auto* sound = std::get_if<proto::Envelope>(&answer);
        sound != nullptr && sound->by == config_.me && !agreement_.holds_entry(*sound))
      if (const auto own = proto::verify_entry(*sound, table_->charter())) adopt(*own, now, out);
}

void Node::adopt(const proto::Signed<proto::Vote>& own, Instant now, Effects& out) {
  const proto::Vote& vote = own.message();
  const Put put{kept::Vote{vote.step, vote.round, vote.phase}, own.body()};
  if (vote.table != table_->id() || vote.step < table_->step() || adopt_later(put, vote.step, out))
    return;
  if (agreement_.vote(vote.round, vote.phase, config_.me) != nullptr)
    return refuse({Fault::equivocation, {}, "another program plays this seat"}, out);
  out.store.push_back(put);
  mine_.add(put);
  restore(own);
  progress(now, out);
}

void Node::adopt(const proto::Signed<proto::Proposal>& own, Instant now, Effects& out) {
  const proto::Proposal& proposal = own.message();
  const Put put{kept::Proposal{proposal.step, proposal.round}, own.body()};
  if (proposal.table != table_->id() || proposal.step < table_->step() ||
      adopt_later(put, proposal.step, out))
    return;
  if (agreement_.proposal(proposal.round) != nullptr)
    return refuse({Fault::equivocation, {}, "another program plays this seat"}, out);
  auto answers = validate(proposal.record);
  if (!answers) return;
  out.store.push_back(put);
  mine_.add(put);
  restore(own, *std::move(answers));
  progress(now, out);
}

}  // namespace fairdeal::runtime
