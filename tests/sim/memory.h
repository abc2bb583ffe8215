#pragma once

#include "runtime/node/node.h"

namespace fairdeal::sim {

/// All that a later statement of a member may rest on, and that a restart must not forget.
struct Memory {
  Step step;
  crypto::Digest head;
  std::vector<Bytes> said;  ///< its statements at this step: entries, votes, proposals
  struct Lock {
    Round round;
    crypto::Digest record;
    bool proved;  ///< its record and a quorum's prevotes for it are here
    bool operator==(const Lock&) const = default;
  };
  std::vector<Lock> locks;
  crypto::Digest secrets;  ///< the digest of its keys and of the opening of its commitment
  std::vector<Duration> banks;
  bool operator==(const Memory&) const = default;
};
Memory memory_of(const node::Node& node);

}  // namespace fairdeal::sim
