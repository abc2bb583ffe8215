#pragma once

#include <vector>

#include "consensus/quorum.h"
#include "proto/messages.h"

namespace fairdeal::consensus {

/// The signed votes that decided a step, by author.
using Certificate = std::vector<proto::Envelope>;

/// Whether `certificate` decides that `step` of `table` comes to `outcome`: every voter's prevote
/// of round 0 for it (the fast path), or precommits of a quorum in one round. Errors:
/// bad_certificate.
Result<> check_certificate(const Certificate& certificate, const proto::Charter& charter,
                           const Quorum& quorum, const crypto::Digest& table, Step step,
                           const proto::Outcome& outcome);

/// Whether it leans on the quorum: decided without somebody's vote. Requires a valid certificate.
bool is_partial(const Certificate& certificate, const Quorum& quorum);

/// What in two certificates for one step convicts somebody. To have signed both is no crime: an
/// honest voter may have been outvoted in one and not in the other.
std::vector<proto::Equivocation> contradictions(const Certificate& a, const Certificate& b,
                                                const proto::Charter& charter);

}  // namespace fairdeal::consensus
