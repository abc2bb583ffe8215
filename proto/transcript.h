#pragma once

#include <functional>
#include <optional>

#include "proto/messages.h"

namespace fairdeal::proto {

/// A transcript file begins with kTranscriptMagic; then come parts, each as
///
///   u32 length ‖ u32 ~length ‖ length bytes of a TranscriptPart
///
/// The complement tells a damaged length, which is an alteration, from a file cut short. The first
/// part is the signed charter, the others are the decided steps. The transcript is complete when a
/// step has decided the end of the match. After it another transcript may follow, whole as in a
/// file of its own, whose table continues that match.
inline constexpr std::string_view kTranscriptMagic = "fairdeal transcript 9\n";
/// A file of evidence begins with this. Its parts are the signed charter, the steps before the lie
/// where they are needed to judge it, and the lie.
inline constexpr std::string_view kEvidenceMagic = "fairdeal evidence 9\n";

/// Returns an encoded part with its length in front, as it stands in the file.
Bytes frame_part(ByteSpan part);

/// Returns the next bytes of a file, about `wanted` of them; none at its end. Errors: storage.
using MoreBytes = std::function<Result<Bytes>(std::size_t wanted)>;

/// Reads a transcript or a file of evidence, one part at a time.
class TranscriptReader {
 public:
  /// Reads bytes that stay where they are.
  /// Errors: unknown_version (not of this format), empty, incomplete (shorter than the magic).
  static Result<TranscriptReader> open(ByteSpan file, std::string_view magic = kTranscriptMagic);
  /// Reads a file of any length by calling `more`, and holds about one part of it at a time. Errors
  /// also: those of `more`.
  static Result<TranscriptReader> open(MoreBytes more, std::string_view magic = kTranscriptMagic);
  TranscriptReader(TranscriptReader&&) = default;
  TranscriptReader& operator=(TranscriptReader&&) = default;

  /// Returns the next part; none at the end. Errors: incomplete (the file is cut short), those of
  /// decoding, storage.
  Result<std::optional<TranscriptPart>> next();

  /// Returns whether another transcript begins here, of this version or another one, even if it is
  /// cut within its first line. Requires: the magic is kTranscriptMagic. Errors: storage.
  Result<bool> another_begins();
  /// Goes on to the transcript that begins here. Errors: as open().
  Result<> begin_another() { return begin(kTranscriptMagic); }
  /// Returns how many bytes of the file have been read so far.
  std::uint64_t place() const { return got_ - rest_.size(); }

 private:
  TranscriptReader(ByteSpan rest, MoreBytes more)
      : rest_(rest), more_(std::move(more)), got_(rest.size()) {}
  Result<> begin(std::string_view magic);
  /// Reads on until rest_ has `length` bytes or the file ends.
  Result<> fill(std::size_t length);

  ByteSpan rest_;  ///< the bytes not read yet: of held_, or of the whole file
  Bytes held_{};
  MoreBytes more_;
  std::uint64_t got_;  ///< how many bytes of the file rest_ has had so far
};

}  // namespace fairdeal::proto
