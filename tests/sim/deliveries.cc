#include "tests/sim/deliveries.h"

#include "base/overloaded.h"
#include "proto/codec.h"

namespace fairdeal::sim {

void Deliveries::delivered(Seat from, Seat to, const Bytes& frame) {
  const auto message = proto::decode_message(frame);
  if (!message) return;
  const auto receives = [&](const proto::Envelope& envelope) {
    if (followed_.has(envelope.by) && envelope.by != to)
      received_[{envelope.by, envelope.body}].insert(to);
  };
  std::visit(Overloaded{[&](const proto::EntryFrame& m) { receives(m.envelope); },
                        [&](const proto::VoteFrame& m) { receives(m.envelope); },
                        [&](const proto::ProposalFrame& m) {
                          receives(m.envelope);
                          for (const auto& vote : m.votes) receives(vote);
                        },
                        [&](const proto::Status&) { heard_[to].insert(from); }, [](const auto&) {}},
             *message);
}

void Deliveries::restarted(Seat seat, bool from_older_copy) {
  if (from_older_copy) put_back_.insert(seat);
  heard_[seat] = {};
  for (auto& [statement, seats] : received_) seats.erase(seat);
}

bool Deliveries::excused(Seat author, const Bytes& body) const {
  if (!put_back_.has(author)) return false;
  const auto received = received_.find({author, body});
  const auto heard = heard_.find(author);
  if (received == received_.end() || heard == heard_.end()) return true;
  return (received->second & heard->second).empty();
}

}  // namespace fairdeal::sim
