#pragma once

#include <functional>
#include <optional>

#include "proto/messages.h"

namespace fairdeal::proto {

/// A transcript file: kTranscriptMagic, then parts, each
///
///   u32 length ‖ u32 ~length ‖ length bytes of a TranscriptPart
///
/// The complement tells a damaged length, which is an alteration, from a file cut short. First the
/// signed charter, then each step as it was decided; complete when a step decided the end.
inline constexpr std::string_view kTranscriptMagic = "fairdeal transcript 5\n";
/// The same for evidence: the signed charter, if needed the steps before the lie, and the lie.
inline constexpr std::string_view kEvidenceMagic = "fairdeal evidence 5\n";

/// One encoded part as it stands in the file.
Bytes frame_part(ByteSpan part);

/// Returns the next bytes of a file, about as many as asked for; none at its end. Errors: storage.
using MoreBytes = std::function<Result<Bytes>(std::size_t wanted)>;

/// Takes a transcript apart, a piece at a time.
class TranscriptReader {
 public:
  /// Reads bytes that stay where they are.
  /// Errors: unknown_version (not of this format), incomplete (shorter than the magic).
  static Result<TranscriptReader> open(ByteSpan file, std::string_view magic = kTranscriptMagic);
  /// Reads a file of any length, and holds one part of it at a time. Errors: also those of `more`.
  static Result<TranscriptReader> open(MoreBytes more, std::string_view magic = kTranscriptMagic);
  TranscriptReader(TranscriptReader&&) = default;
  TranscriptReader& operator=(TranscriptReader&&) = default;

  /// The next part; none at the end. Errors: incomplete (cut short), not_canonical; storage.
  Result<std::optional<TranscriptPart>> next();

 private:
  TranscriptReader(ByteSpan rest, MoreBytes more) : rest_(rest), more_(std::move(more)) {}
  Result<> begin(std::string_view magic);
  /// Makes rest_ so long, if the file is.
  Result<> fill(std::size_t length);

  ByteSpan rest_;  ///< of what is held, or of the whole file
  Bytes held_{};
  MoreBytes more_;
};

}  // namespace fairdeal::proto
