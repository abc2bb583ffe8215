#include "relay/frames.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"

/// A relay's reading of the frames of a WebSocket client.

namespace fairdeal::relay {
namespace {

using What = FrameReader::Event::What;

std::string frame(int opcode, const std::string& payload, bool last = true, int bits = 0) {
  std::string bytes{static_cast<char>(opcode | bits | (last ? 0x80 : 0))};
  const std::size_t size = payload.size();
  const int length_bytes = size < 126 ? 0 : size <= 0xffff ? 2 : 8;
  bytes += static_cast<char>(0x80 | (length_bytes == 0   ? static_cast<int>(size)
                                     : length_bytes == 2 ? 126
                                                         : 127));
  for (int i = length_bytes - 1; i >= 0; --i) bytes += static_cast<char>(size >> (8 * i));
  const std::string mask("\x11\x22\x33\x44", 4);
  bytes += mask;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(payload[i] ^ mask[i % 4]);
  return bytes;
}

/// The frames read, as text: "data:…", "ping:…", and "|" where a message ends.
std::string read_in_parts(const std::string& bytes, std::uint64_t seed,
                          std::size_t message_max = 200'000) {
  SeededRng rng(seed);
  FrameReader reader;
  std::string seen;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t most = seed == 0 ? bytes.size() : 1 + rng.below(seed == 1 ? 1 : 3000);
    const std::size_t size = std::min<std::size_t>(most, bytes.size() - at);
    Bytes part = to_bytes(std::string_view(bytes).substr(at, size));
    at += size;
    std::span<std::byte> input(part);
    for (;;) {
      const auto event = reader.next(input, message_max);
      const std::string text(as_text(event.bytes));
      if (event.what == What::nothing) break;
      if (event.what == What::data)
        seen += (event.is_text ? "text:" : "") + text + (event.is_last ? "|" : "");
      if (event.what == What::ping) seen += "ping:" + text + ";";
      if (event.what == What::pong) seen += "pong;";
      if (event.what == What::close) return seen + "close:" + std::to_string(event.code);
      if (event.what == What::broken) return seen + "broken:" + std::to_string(event.code);
    }
    EXPECT_TRUE(input.empty());
  }
  return seen;
}

TEST(FrameReader, ReadsTheSameHoweverTheBytesAreCut) {
  const std::string middle(300, 'm'), large(70'000, 'l');
  const std::string bytes = frame(2, "a") + frame(9, "are you there") + frame(2, "x", false) +
                            frame(10, "") + frame(0, "y", false) + frame(9, "") + frame(0, "z") +
                            frame(2, middle) + frame(2, large) + frame(2, "") +
                            frame(8, "\x03\xe8 gone") + "nothing of this is read";
  const std::string read =
      "a|ping:are you there;xpong;yping:;z|" + middle + "|" + large + "||close:1000";
  for (std::uint64_t seed = 0; seed < 20; ++seed) EXPECT_TRUE(read_in_parts(bytes, seed) == read);
}

TEST(FrameReader, EndsWithTheFirstBrokenRule) {
  const std::string unmasked("\x82\x01x", 3);
  for (const std::string& bytes :
       {unmasked, frame(3, "x"), frame(11, "x"), frame(2, "x", true, 0x40), frame(0, "x"),
        frame(2, "x", false) + frame(2, "y"), frame(9, "x", false), frame(9, std::string(126, 'x')),
        frame(8, "x"), frame(8, std::string("\x03\xed", 2)), frame(8, std::string("\0\1", 2)),
        std::string("\x82\xfe\0\x01\0\0\0\0x", 9),  // a length of two bytes that needs one
        std::string("\x82\xff\x80\0\0\0\0\0\0\1\0\0\0\0", 14)}) {
    const std::string seen = read_in_parts(bytes + frame(2, "later"), 0);
    EXPECT_TRUE(seen.ends_with("broken:1002")) << seen;
    EXPECT_EQ(seen.find("later"), std::string::npos);
  }
}

TEST(FrameReader, RefusesAMessageThatIsTooLongAtTheHeadOfItsFrame) {
  const std::string head = frame(2, std::string(100, 'x')).substr(0, 6);
  EXPECT_EQ(read_in_parts(head, 0, 99), "broken:1009");
  EXPECT_EQ(
      read_in_parts(frame(2, std::string(60, 'x'), false) + frame(0, std::string(40, 'y')), 0, 99),
      std::string(60, 'x') + "broken:1009");
  EXPECT_EQ(read_in_parts(frame(2, std::string(99, 'x')), 0, 99), std::string(99, 'x') + "|");
  // A length near the largest number does not come round.
  const std::string huge("\0\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14);
  EXPECT_EQ(read_in_parts(frame(2, "x", false) + huge, 0, 99), "xbroken:1009");
}

TEST(Frames, AnswerAsThePublishedExampleDoes) {
  EXPECT_EQ(accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  for (const char* none : {"", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ==x", "AAAA",
                           "dGhlIHNhbXBsZSBub25jZQ==\r\nX: y"})
    EXPECT_FALSE(accept_key(none)) << none;
  EXPECT_EQ(frame_head(FrameKind::message, 125), "\x82\x7d");
  EXPECT_EQ(frame_head(FrameKind::message, 126), std::string("\x82\x7e\0\x7e", 4));
  EXPECT_EQ(frame_head(FrameKind::message, 65536), std::string("\x82\x7f\0\0\0\0\0\1\0\0", 10));
  EXPECT_EQ(close_frame(4410), "\x88\x02\x11\x3a");
}

}  // namespace
}  // namespace fairdeal::relay
