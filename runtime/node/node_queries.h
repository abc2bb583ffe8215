#pragma once

#include "runtime/node/node.h"

/// Questions that the callers of a node ask about it, and that span several of its parts.

namespace fairdeal::node {

/// Returns whether this member has finished, and everybody to whom it is connected, or was less
/// than Peers::kNear ago, has finished with the same history or has left: then nobody needs it any
/// more.
bool all_finished(const Node& node, Instant now);
/// Returns whether a record says that this seat left, and nobody needs anything of it any more.
bool has_gone(const Node& node);

/// A member for which the current step waits. It waits for the kind of entry that is named here, or
/// else for a vote.
struct Awaited {
  Seat seat;
  std::optional<proto::Kind> entry;
  bool operator==(const Awaited&) const = default;
};
/// Returns all members for which the step waits. While this member is asking(), these are the
/// voters that have not answered it.
std::vector<Awaited> awaited(const Node& node);

}  // namespace fairdeal::node
