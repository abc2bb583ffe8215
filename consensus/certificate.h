#pragma once

#include <span>
#include <vector>

#include "consensus/quorum.h"
#include "proto/messages.h"

namespace fairdeal::consensus {

/// The signed votes that decided a step, by author.
using Certificate = std::vector<proto::Envelope>;

/// What votes decide, and in which round.
struct Decides {
  proto::Outcome outcome;
  Round round;
};

/// Counts votes, in the order of their authors: they decide if they are one statement for
/// something, and that is every voter's prevote of round 0 (the fast path), or precommits of a
/// quorum. A node decides by this function, and so does whoever checks a certificate. Errors:
/// bad_certificate.
Result<Decides> count_votes(std::span<const proto::Signed<proto::Vote>* const> votes,
                            const Quorum& quorum, const crypto::Digest& table, Step step);

/// Opens the votes of a certificate and counts them. Cost: its signatures. Errors: bad_certificate,
/// which names nobody: whoever holds the bytes may have changed them.
Result<Decides> check_votes(const Certificate& certificate, const proto::Charter& charter,
                            const Quorum& quorum, const crypto::Digest& table, Step step);

/// Whether `certificate` decides that `step` of `table` comes to `outcome`. Errors: as check_votes.
Result<> check_certificate(const Certificate& certificate, const proto::Charter& charter,
                           const Quorum& quorum, const crypto::Digest& table, Step step,
                           const proto::Outcome& outcome);

/// Whether a record decided in `round` may look so: in round 0 nobody can be voted absent.
/// Errors: bad_certificate.
Result<> check_absences(std::span<const proto::Answer> record, Round round);

/// Whether it leans on the quorum: decided without somebody's vote. Requires a valid certificate.
bool is_partial(const Certificate& certificate, const Quorum& quorum);

/// What in two certificates for one step convicts somebody. To have signed both is no crime: an
/// honest voter may have been outvoted in one and not in the other.
std::vector<proto::Equivocation> contradictions(const Certificate& a, const Certificate& b,
                                                const proto::Charter& charter);

}  // namespace fairdeal::consensus
