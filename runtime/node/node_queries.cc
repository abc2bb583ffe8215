#include "runtime/node/node_queries.h"

namespace fairdeal::node {

bool all_finished(const Node& node, Instant now) {
  if (!node.finished()) return false;
  const Parts& parts = node.parts();
  for (std::uint32_t i = 0; i < parts.members(); ++i) {
    const Seat member(i);
    // A member that left by its own word, and whose program has ended, needs nothing more.
    const bool may_return =
        parts.peers.was_near(member, now) && !node.table().members().standing(member).left();
    const bool near = parts.links.has(member) || may_return;
    if (member != node.me() && near &&
        (parts.catch_up.step_of(member) < node.table().step() || parts.catch_up.parted(member)))
      return false;
  }
  return true;
}

bool has_gone(const Node& node) {
  return node.table().members().standing(node.me()).left() &&
         !node.table().state().needs(node.me()) && !node.finished();
}

std::vector<Awaited> awaited(const Node& node) {
  std::vector<Awaited> awaited;
  if (node.finished()) return awaited;
  const consensus::Agreement& agreement = node.parts().agreement();
  if (const auto& asking = node.parts().asking) {
    for (const Seat voter : (agreement.quorum().voters - asking->answered()).list())
      if (voter != node.me()) awaited.push_back({voter, {}});
    return awaited;
  }
  for (std::size_t i = 0; i < agreement.slots().size(); ++i)
    if (agreement.entry(i) == nullptr)
      awaited.push_back({agreement.slots()[i].seat, agreement.slots()[i].kind});
  if (!awaited.empty()) return awaited;
  for (const Seat voter : agreement.quorum().voters.list())
    if (agreement.vote(agreement.round(), proto::Phase::prevote, voter) == nullptr)
      awaited.push_back({voter, {}});
  return awaited;
}

}  // namespace fairdeal::node
