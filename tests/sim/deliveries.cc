#include "tests/sim/deliveries.h"

#include <algorithm>

#include "base/overloaded.h"
#include "proto/codec.h"

namespace fairdeal::sim {
namespace {

/// Returns a name for an answer on its way: its bytes, its sender and its receiver.
Bytes name_of(Seat from, Seat to, const Bytes& frame) {
  Bytes name = frame;
  name.push_back(static_cast<std::byte>(from.value));
  name.push_back(static_cast<std::byte>(to.value));
  return name;
}

}  // namespace

void Deliveries::sent(Seat from, Seat to, const Bytes& frame, bool lies) {
  if (!followed_.has(to) || lies) return;
  const auto message = proto::decode_message(frame);
  if (!message || !std::holds_alternative<proto::Recall>(*message)) return;
  auto& answer = answers_[name_of(from, to, frame)];
  for (const Statement& known : memory_[from])
    if (known.first == to) answer.insert(known);
}

/// Notes that a member receives a statement. It remembers statements of its step and of the next;
/// those of later steps it asks for again. One of its own that comes back binds it again.
void Deliveries::receives(Seat to, Step at, const proto::Envelope& envelope, Step of) {
  if (!followed_.has(envelope.by)) return;
  if (envelope.by == to)
    told_[to].insert({to, envelope.body});
  else if (of <= at.next())
    memory_[to].insert({envelope.by, envelope.body});
}

void Deliveries::delivered(Seat from, Seat to, const Bytes& frame, Step at) {
  const auto message = proto::decode_message(frame);
  if (!message) return;
  const auto vote = [&](const proto::Envelope& envelope) {
    if (const auto decoded = proto::decode_vote(envelope.body))
      receives(to, at, envelope, decoded->step);
  };
  std::visit(Overloaded{[&](const proto::EntryFrame& m) {
                          if (const auto entry = proto::decode_entry(m.envelope.body))
                            receives(to, at, m.envelope, entry->step);
                        },
                        [&](const proto::VoteFrame& m) { vote(m.envelope); },
                        [&](const proto::ProposalFrame& m) {
                          if (const auto proposal = proto::decode_proposal(m.envelope.body))
                            receives(to, at, m.envelope, proposal->step);
                          for (const auto& grounds : m.votes)
                            if (grounds.by != to) vote(grounds);  // its own may not be looked at
                        },
                        [&](const proto::Recall&) {
                          const auto answer = answers_.find(name_of(from, to, frame));
                          if (answer != answers_.end()) told_[to].merge(std::set(answer->second));
                        },
                        [](const auto&) {}},
             *message);
}

void Deliveries::restarted(Seat seat, bool from_older_copy) {
  if (from_older_copy) put_back_.insert(seat);
  told_[seat].clear();
  memory_[seat].clear();
}

bool Deliveries::excused(Seat author, const Bytes& body) const {
  if (!put_back_.has(author)) return false;
  const auto told = told_.find(author);
  return told == told_.end() || !told->second.contains({author, body});
}

}  // namespace fairdeal::sim
