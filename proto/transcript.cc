#include "proto/transcript.h"

#include "base/encode.h"
#include "proto/codec.h"
#include "proto/limits.h"

namespace fairdeal::proto {

Bytes frame_part(ByteSpan part) {
  const auto length = static_cast<std::uint32_t>(part.size());
  return Writer().u32(length).u32(~length).raw(part).bytes();
}

Result<TranscriptReader> TranscriptReader::open(ByteSpan file) {
  const std::size_t n = std::min(file.size(), kTranscriptMagic.size());
  if (as_text(file.first(n)) != kTranscriptMagic.substr(0, n))
    return fail(Fault::unknown_version, "not a transcript of this format");
  if (n < kTranscriptMagic.size())
    return fail(Fault::incomplete, n == 0 ? "empty file" : "transcript");
  return TranscriptReader(file.subspan(n));
}

Result<std::optional<TranscriptPart>> TranscriptReader::next() {
  if (rest_.empty()) return std::optional<TranscriptPart>();
  Reader reader(rest_);
  FD_TRY(const std::uint32_t length, reader.u32());
  FD_TRY(const std::uint32_t complement, reader.u32());
  if (length != ~complement || length > kFrameBytesMax)
    return fail(Fault::not_canonical, "length of a part");
  FD_TRY(const ByteSpan bytes, reader.raw(length));
  FD_TRY(TranscriptPart part, decode_transcript_part(bytes));
  rest_ = reader.rest();
  return std::optional(std::move(part));
}

}  // namespace fairdeal::proto
