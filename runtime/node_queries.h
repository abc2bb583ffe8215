#pragma once

#include "runtime/node.h"

/// What the callers of a node ask about it, answered from its parts.
namespace fairdeal::runtime {

/// Returns whether this member has finished, and everybody to whom it is connected, or was less
/// than Peers::kNear ago, has finished with the same history or has left: then nobody needs it any
/// more.
bool all_finished(const Node& node, Instant now);
/// Returns whether a record says that this seat left, and nobody needs anything of it any more.
bool has_gone(const Node& node);

/// Whom the current step waits for, and for which kind of entry; without a kind, for a vote.
struct Awaited {
  Seat seat;
  std::optional<proto::Kind> entry;
  bool operator==(const Awaited&) const = default;
};
/// Returns all whom the step waits for; while this member is asking(), those who have not answered.
std::vector<Awaited> awaited(const Node& node);

/// All that a later statement of a member may rest on: what a restart must not forget.
struct Memory {
  Step step;
  crypto::Digest head;
  std::vector<Bytes> said;  ///< at this step: entries, votes, proposals
  struct Lock {
    Round round;
    crypto::Digest record;
    bool proved;  ///< its record and a quorum's prevotes for it are here
    bool operator==(const Lock&) const = default;
  };
  std::vector<Lock> locks;
  crypto::Digest secrets;  ///< keys, and what it committed to
  std::vector<Duration> banks;
  bool operator==(const Memory&) const = default;
};
Memory memory_of(const Node& node);

}  // namespace fairdeal::runtime
