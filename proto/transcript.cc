#include "proto/transcript.h"

#include <algorithm>

#include "base/encode.h"
#include "proto/codec.h"
#include "proto/limits.h"

namespace fairdeal::proto {

Bytes frame_part(ByteSpan part) {
  const auto length = static_cast<std::uint32_t>(part.size());
  return Writer().u32(length).u32(~length).raw(part).bytes();
}

namespace {

/// The bytes to ask for at least: enough that few calls are made, and few beside the largest part.
constexpr std::size_t kPieceBytes = 1 << 16;

}  // namespace

Result<TranscriptReader> TranscriptReader::open(ByteSpan file, std::string_view magic) {
  TranscriptReader reader(file, {});
  FD_TRY(reader.begin(magic));
  return reader;
}

Result<TranscriptReader> TranscriptReader::open(MoreBytes more, std::string_view magic) {
  TranscriptReader reader({}, std::move(more));
  FD_TRY(reader.begin(magic));
  return reader;
}

Result<> TranscriptReader::fill(std::size_t length) {
  while (more_ && rest_.size() < length) {
    FD_TRY(const Bytes more, more_(std::max(length - rest_.size(), kPieceBytes)));
    if (more.empty()) break;
    Bytes held(rest_.begin(), rest_.end());
    held.insert(held.end(), more.begin(), more.end());
    got_ += more.size();
    held_ = std::move(held);
    rest_ = held_;
  }
  return {};
}

Result<> TranscriptReader::begin(std::string_view magic) {
  FD_TRY(fill(magic.size()));
  const ByteSpan file = rest_;
  const std::size_t n = std::min(file.size(), magic.size());
  const std::string what = magic == kTranscriptMagic ? "transcript" : "file of evidence";
  if (as_text(file.first(n)) != magic.substr(0, n)) {
    const std::string_view kind = magic.substr(0, magic.find_last_of(' '));
    return fail(Fault::unknown_version, as_text(file).starts_with(kind)
                                            ? "a " + what + " of another version"
                                            : "this is no " + what);
  }
  if (n == 0) return fail(Fault::empty, "empty file");
  if (n < magic.size()) return fail(Fault::incomplete, what);
  rest_ = file.subspan(n);
  return {};
}

Result<bool> TranscriptReader::another_begins() {
  const std::string_view kind = kTranscriptMagic.substr(0, kTranscriptMagic.find_last_of(' '));
  FD_TRY(fill(kind.size()));
  return !rest_.empty() &&
         as_text(rest_.first(std::min(rest_.size(), kind.size()))) == kind.substr(0, rest_.size());
}

Result<std::optional<TranscriptPart>> TranscriptReader::next() {
  FD_TRY(fill(2 * sizeof(std::uint32_t)));
  if (rest_.empty()) return std::optional<TranscriptPart>();
  Reader reader(rest_);
  FD_TRY(const std::uint32_t length, reader.u32());
  FD_TRY(const std::uint32_t complement, reader.u32());
  if (length != ~complement || length > kFrameBytesMax)
    return fail(Fault::not_canonical, "length of a part");
  const std::size_t head = rest_.size() - reader.rest().size();
  FD_TRY(fill(head + length));
  Reader body(rest_.subspan(head));
  FD_TRY(const ByteSpan bytes, body.raw(length));
  FD_TRY(TranscriptPart part, decode_transcript_part(bytes));
  rest_ = body.rest();
  return std::optional(std::move(part));
}

}  // namespace fairdeal::proto
