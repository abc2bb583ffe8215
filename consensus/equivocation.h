#pragma once

#include <variant>

#include "proto/messages.h"

namespace fairdeal::consensus {

using proto::Equivocation;

/// None if an honest author may sign both. It never fills a slot twice, votes twice in one round
/// and phase, or proposes twice in one round; and after it precommitted to something, it prevotes
/// something else only where a later quorum of prevotes shows that it may (docs/model, evidence).
std::optional<Equivocation> contradiction(const proto::Signed<proto::Entry>& a,
                                          const proto::Signed<proto::Entry>& b);
std::optional<Equivocation> contradiction(const proto::Signed<proto::Vote>& a,
                                          const proto::Signed<proto::Vote>& b);
std::optional<Equivocation> contradiction(const proto::Signed<proto::Proposal>& a,
                                          const proto::Signed<proto::Proposal>& b);

/// Who is convicted at the table of this charter. Errors: bad_proof, if this convicts nobody;
/// wrong_table, if it was signed at another one.
Result<Seat> verify(const Equivocation& evidence, const proto::Charter& charter);

/// The step that both statements are of. Errors: as decoding.
Result<Step> step_of(const Equivocation& evidence);

}  // namespace fairdeal::consensus
