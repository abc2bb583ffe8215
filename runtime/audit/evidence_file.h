#pragma once

#include "runtime/audit/evidence.h"

namespace fairdeal::audit {

/// A file of evidence that was read to its end. The steps that lead to the lie were read one after
/// another and not kept, so the file may have any length.
struct EvidenceFile {
  std::shared_ptr<const proto::SignedCharter> charter;
  std::uint64_t steps_before = 0;
  std::variant<proto::Equivocation, proto::WrongEntry> lie;
  /// The result of verify() of evidence.h; none if the file was only read.
  std::optional<Result<std::string>> verdict{};

  Seat seat() const;  ///< returns the member that it accuses
};

/// Reads a file of evidence, and verifies it on the way if there is an `rng`. Errors:
/// unknown_version, incomplete, not_canonical; those of `more`.
Result<EvidenceFile> read_evidence(proto::MoreBytes more, Rng* rng);

}  // namespace fairdeal::audit
