#pragma once

#include <optional>

#include "proto/messages.h"

namespace fairdeal::proto {

/// A transcript file: kTranscriptMagic, then parts, each
///
///   u32 length ‖ u32 ~length ‖ length bytes of a TranscriptPart
///
/// The complement tells a damaged length, which is an alteration, from a file cut short. First the
/// sealed charter, then each step as it was decided; complete when a step decided the end.
inline constexpr std::string_view kTranscriptMagic = "fairdeal transcript 5\n";
/// The same for evidence: the sealed charter, if needed the steps before the lie, and the lie.
inline constexpr std::string_view kEvidenceMagic = "fairdeal evidence 5\n";

/// One encoded part as it stands in the file.
Bytes frame_part(ByteSpan part);

/// Takes a transcript apart, a piece at a time.
class TranscriptReader {
 public:
  /// Errors: unknown_version (not of this format), incomplete (shorter than the magic).
  static Result<TranscriptReader> open(ByteSpan file, std::string_view magic = kTranscriptMagic);

  /// The next part; none at the end. Errors: incomplete (cut short), not_canonical.
  Result<std::optional<TranscriptPart>> next();

 private:
  explicit TranscriptReader(ByteSpan rest) : rest_(rest) {}
  ByteSpan rest_;
};

}  // namespace fairdeal::proto
