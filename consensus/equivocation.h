#pragma once

#include <variant>

#include "proto/messages.h"

namespace fairdeal::consensus {

using proto::Equivocation;

/// None if the two agree or do not concern the same slot (the same round and phase, for votes).
std::optional<Equivocation> contradiction(const proto::Signed<proto::Entry>& a,
                                          const proto::Signed<proto::Entry>& b);
std::optional<Equivocation> contradiction(const proto::Signed<proto::Vote>& a,
                                          const proto::Signed<proto::Vote>& b);

/// Who is convicted. Errors: bad_proof, if this convicts nobody.
Result<Seat> verify(const Equivocation& evidence, const proto::Charter& charter);

}  // namespace fairdeal::consensus
