#pragma once

#include <variant>

#include "proto/messages.h"

namespace fairdeal::consensus {

/// Two signed statements of one author that cannot both be honest. A portable proof: anybody who
/// has the charter can check it. The one with the smaller body stands first, so that all who find
/// the same two statements hold the same object.
struct Equivocation {
  enum class What { entry, vote };
  What what;
  proto::Envelope first;
  proto::Envelope second;
  bool operator==(const Equivocation&) const = default;
};

/// None if the two agree or do not concern the same slot (the same round and phase, for votes).
std::optional<Equivocation> contradiction(const proto::Signed<proto::Entry>& a,
                                          const proto::Signed<proto::Entry>& b);
std::optional<Equivocation> contradiction(const proto::Signed<proto::Vote>& a,
                                          const proto::Signed<proto::Vote>& b);

/// Who is convicted. Errors: bad_proof, if this convicts nobody.
Result<Seat> verify(const Equivocation& evidence, const proto::Charter& charter);

}  // namespace fairdeal::consensus
