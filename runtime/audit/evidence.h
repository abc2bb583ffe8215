#pragma once

#include "proto/transcript.h"
#include "runtime/state/put.h"

namespace fairdeal::audit {

/// A proof against one member of a table, which anybody can check with nothing but the file. It is
/// two statements that cannot both be honest, or one that is false where it stands, with the steps
/// that lead there.
struct Evidence {
  std::shared_ptr<const proto::SignedCharter> charter;
  std::vector<proto::Decided> history;
  std::variant<proto::Equivocation, proto::WrongEntry> lie;

  Seat seat() const;  ///< returns the member that it accuses
};

/// Returns the evidence against a member in the stored records: the attachment that convicted it,
/// or a false answer with the steps before it; none if there is none. A complaint of a wrong
/// recovery share makes no evidence: only the transcript has it. Cost: reads all records. Errors:
/// damaged.
Result<std::optional<Evidence>> evidence_in(std::shared_ptr<const proto::SignedCharter> charter,
                                            std::span<const state::Put> stored, Seat against);

/// Encodes evidence as a file: kEvidenceMagic and parts (proto/transcript.h).
Bytes encode(const Evidence& evidence);
/// Errors: unknown_version, incomplete, not_canonical.
Result<Evidence> decode_evidence(ByteSpan file);

/// Verifies evidence and returns in words what it convicts its seat of. Errors: bad_proof (two
/// statements that do not contradict each other), not_wanted (an entry that is sound), those of
/// Table::create and follow(). Cost: for a false entry, that of auditing the steps before it.
Result<std::string> verify(const Evidence& evidence, Rng& rng);

}  // namespace fairdeal::audit
