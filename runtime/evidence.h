#pragma once

#include "proto/transcript.h"
#include "runtime/effects.h"

namespace fairdeal::runtime {

/// A proof against one member of a table that anybody can check, having the file alone: two
/// statements that cannot both be honest, or one that is false where it stands, with the steps that
/// lead there.
struct Evidence {
  std::shared_ptr<const proto::SignedCharter> charter;
  std::vector<proto::Decided> history;
  std::variant<proto::Equivocation, proto::WrongEntry> lie;

  Seat seat() const;  ///< whom it accuses
};

/// What the stored records have against a member: the attachment that convicted it, or a false
/// answer and all that leads there. None if they have nothing. (A complaint of a wrong recovery
/// share stands in the transcript alone.) Cost: reads all records. Errors: damaged.
Result<std::optional<Evidence>> evidence_in(std::shared_ptr<const proto::SignedCharter> charter,
                                            std::span<const Put> stored, Seat against);

/// As a file: kEvidenceMagic and parts (proto/transcript.h).
Bytes encode(const Evidence& evidence);
/// Errors: unknown_version, incomplete, not_canonical.
Result<Evidence> decode_evidence(ByteSpan file);

/// What it convicts its seat of, in words. Errors: bad_proof, if it convicts nobody; as
/// Table::create and follow. Cost: of a wrong entry, that of auditing the steps before.
Result<std::string> verify(const Evidence& evidence, Rng& rng);

}  // namespace fairdeal::runtime
