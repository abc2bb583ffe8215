#pragma once

#include <span>
#include <vector>

#include "consensus/quorum.h"
#include "proto/messages.h"

namespace fairdeal::consensus {

/// The signed votes that decided a step, in the order of their authors.
using Certificate = std::vector<proto::Envelope>;

/// The outcome that votes decide, and their round.
struct Decides {
  proto::Outcome outcome;
  Round round;
};

/// Counts votes, which come in the order of their authors. They decide if all say the same, it is
/// not nil, and they are every voter's prevote of round 0 (the fast path) or a quorum's precommits
/// of one round: rule (g) of docs/model/README.md. Nodes and auditors both decide by this function.
/// Errors: bad_certificate.
Result<Decides> count_votes(std::span<const proto::Signed<proto::Vote>* const> votes,
                            const Quorum& quorum, const crypto::Digest& table, Step step);

/// Verifies the votes of a certificate and counts them. Cost: a signature for each vote. Errors:
/// bad_certificate, which names nobody: any holder of the bytes may have changed them.
Result<Decides> check_votes(const Certificate& certificate, const proto::Charter& charter,
                            const Quorum& quorum, const crypto::Digest& table, Step step);

/// Verifies that `certificate` decides that `step` of `table` has `outcome`. Errors: those of
/// check_votes().
Result<> check_certificate(const Certificate& certificate, const proto::Charter& charter,
                           const Quorum& quorum, const crypto::Digest& table, Step step,
                           const proto::Outcome& outcome);

/// Verifies that a record that was decided in round 0 has no absence. Why: in round 0 everybody
/// prevotes a complete record or nil, rule (a), so such a record shows that a quorum broke the
/// rules. Errors: bad_certificate.
Result<> check_absences(std::span<const proto::Answer> record, Round round);

/// Returns whether the step was decided without somebody's vote. Requires a valid certificate.
bool is_partial(const Certificate& certificate, const Quorum& quorum);

/// Returns the pairs of votes, one of each certificate, that convict their voter. To have signed
/// both certificates convicts nobody: an honest voter may have been released from its first vote,
/// rule (d) 3.
std::vector<proto::Equivocation> contradictions(const Certificate& a, const Certificate& b,
                                                const proto::Charter& charter);

}  // namespace fairdeal::consensus
