#pragma once

#include <variant>

#include "proto/messages.h"

namespace fairdeal::consensus {

using proto::Equivocation;

/// Returns the evidence that two statements make against their author; none if an honest author may
/// sign both. An honest author never fills a slot twice, votes twice in one round and phase, or
/// proposes twice in one round. After it precommitted a record it prevotes another only if a quorum
/// prevoted that in the round of the precommit or later (docs/model/README.md, Evidence).
std::optional<Equivocation> contradiction(const proto::Signed<proto::Entry>& a,
                                          const proto::Signed<proto::Entry>& b);
std::optional<Equivocation> contradiction(const proto::Signed<proto::Vote>& a,
                                          const proto::Signed<proto::Vote>& b);
std::optional<Equivocation> contradiction(const proto::Signed<proto::Proposal>& a,
                                          const proto::Signed<proto::Proposal>& b);

/// Verifies evidence at the table of this charter and returns whom it convicts. Errors: bad_proof
/// if it convicts nobody; wrong_table if it was signed at another table; those of decoding and of
/// signatures.
Result<Seat> verify(const Equivocation& evidence, const proto::Charter& charter);

/// Returns the step that the statements are about. Requires: verify() holds, so both are of one
/// step. Errors: those of decoding.
Result<Step> step_of(const Equivocation& evidence);

}  // namespace fairdeal::consensus
