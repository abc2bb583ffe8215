#include "tests/sim/memory.h"

#include <algorithm>

#include "proto/codec.h"

namespace fairdeal::sim {

Memory memory_of(const node::Node& node) {
  const node::Parts& parts = node.parts();
  const consensus::Agreement& agreement = parts.agreement();
  Memory memory{node.table().step(), node.table().head(), {}, {}, parts.view.memory(), {}};
  const auto add = [&](const Bytes& body) { memory.said.push_back(body); };
  for (const auto& entry : agreement.entries_of(node.me())) add(entry.body);
  for (const auto* proposal : agreement.proposals_of(node.me())) add(proposal->body());
  for (const auto& envelope : agreement.votes_of(node.me())) {
    add(envelope.body);
    const proto::Vote vote = *proto::decode_vote(envelope.body);
    if (vote.phase == proto::Phase::precommit && vote.outcome)
      memory.locks.push_back(
          {vote.round, vote.outcome->record, agreement.lock(node.me(), vote.round).has_value()});
  }
  std::ranges::sort(memory.said);
  memory.banks = parts.clock.banks();
  return memory;
}

}  // namespace fairdeal::sim
