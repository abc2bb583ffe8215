#pragma once

#include "runtime/evidence.h"

namespace fairdeal::runtime {

/// A file of evidence that was read to its end. The steps that lead to the lie were looked at one
/// after another and not kept, so that it may be of any length.
struct EvidenceFile {
  std::shared_ptr<const proto::SignedCharter> charter;
  std::uint64_t steps_before = 0;
  std::variant<proto::Equivocation, proto::WrongEntry> lie;
  /// As `verify` of evidence.h has it; none if nobody asked.
  std::optional<Result<std::string>> verdict{};

  Seat seat() const;  ///< whom it accuses
};

/// Reads a file of evidence; with `rng` it is verified on the way.
/// Errors: unknown_version, incomplete, not_canonical; those of `more`.
Result<EvidenceFile> read_evidence(proto::MoreBytes more, Rng* rng);

}  // namespace fairdeal::runtime
