#include "proto/transcript.h"

#include "base/encode.h"
#include "proto/codec.h"
#include "proto/limits.h"

namespace fairdeal::proto {

Bytes frame_part(ByteSpan part) {
  const auto length = static_cast<std::uint32_t>(part.size());
  return Writer().u32(length).u32(~length).raw(part).bytes();
}

Result<TranscriptReader> TranscriptReader::open(ByteSpan file, std::string_view magic) {
  const std::size_t n = std::min(file.size(), magic.size());
  const std::string what = magic == kTranscriptMagic ? "transcript" : "file of evidence";
  if (as_text(file.first(n)) != magic.substr(0, n)) {
    const std::string_view kind = magic.substr(0, magic.find_last_of(' '));
    return fail(Fault::unknown_version, as_text(file).starts_with(kind)
                                            ? "a " + what + " of another version"
                                            : "this is no " + what);
  }
  if (n < magic.size()) return fail(Fault::incomplete, n == 0 ? "empty file" : what);
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
