#include "proto/transcript.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/limits.h"

namespace fairdeal::proto {
namespace {

TranscriptPart part(std::size_t length) {
  SeededRng rng(1);
  const auto ann = crypto::SigningKey::generate(rng);
  Charter charter{};
  charter.module = "kuhn";
  charter.params = std::string(length, ' ');
  charter.seats = {{ann.public_key(), "Ann"}};
  const Bytes raw = encode(charter);
  return signed_charter(raw, {sign_charter(raw, ann)}).value();
}

Bytes file_of(std::size_t parts) {
  Bytes file = to_bytes(kTranscriptMagic);
  for (std::size_t i = 0; i < parts; ++i) {
    const Bytes framed = frame_part(encode(part(100 * i)));
    file.insert(file.end(), framed.begin(), framed.end());
  }
  return file;
}

/// Reads parts up to the end or an error.
std::pair<std::size_t, std::optional<Fault>> read_all(Result<TranscriptReader> reader) {
  if (!reader) return {0, reader.error().fault};
  for (std::size_t parts = 0;; ++parts) {
    const auto next = reader->next();
    if (!next) return {parts, next.error().fault};
    if (!*next) return {parts, {}};
  }
}

TEST(TranscriptReader, ReadsTheSameInWhateverPiecesAFileComes) {
  const Bytes file = file_of(5);
  std::size_t whole_parts = 0;
  for (std::size_t cut = 0; cut < file.size(); cut += 7) {
    const Bytes bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(cut));
    const auto whole = read_all(TranscriptReader::open(bytes));
    whole_parts = std::max(whole_parts, whole.first);
    for (const std::size_t piece : {1u, 3u, 100u, 100'000u}) {
      std::size_t at = 0;
      const auto more = [&](std::size_t wanted) -> Result<Bytes> {
        const std::size_t n = std::min({wanted, piece, bytes.size() - at});
        const ByteSpan next = ByteSpan(bytes).subspan(at, n);
        at += n;
        return Bytes(next.begin(), next.end());
      };
      EXPECT_EQ(read_all(TranscriptReader::open(more)), whole) << cut << " by " << piece;
    }
  }
  EXPECT_GE(whole_parts, 4u);
}

TEST(TranscriptReader, TakesNoMoreOfAFileWithoutEndThanAPart) {
  const Bytes file = file_of(3);
  for (const std::uint32_t length : {0u, std::uint32_t{kFrameBytesMax}, UINT32_MAX}) {
    Bytes begins = file;
    for (std::size_t i = 0; i < 4; ++i) begins.push_back(static_cast<std::byte>(length >> 8 * i));
    for (std::size_t i = 0; i < 4; ++i) begins.push_back(static_cast<std::byte>(~length >> 8 * i));
    std::size_t given = 0;
    const auto more = [&](std::size_t wanted) -> Result<Bytes> {
      Bytes next(wanted);  // holes of a sparse file, for ever
      for (std::size_t i = 0; i < wanted && given + i < begins.size(); ++i)
        next[i] = begins[given + i];
      given += wanted;
      return next;
    };
    EXPECT_EQ(read_all(TranscriptReader::open(more)).second, Fault::not_canonical);
    EXPECT_LT(given, 2 * kFrameBytesMax) << length;
  }
}

}  // namespace
}  // namespace fairdeal::proto
