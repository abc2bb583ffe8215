#include "base/encode.h"

#include <gtest/gtest.h>

namespace fairdeal {
namespace {

TEST(Encode, WhatIsWrittenIsReadBack) {
  const Bytes bytes = Writer().u8(7).u32(0x01020304).u64(~0ull).frame("abc").bytes();
  EXPECT_EQ(bytes.size(), 1u + 4 + 8 + 4 + 3);
  Reader reader(bytes);
  EXPECT_EQ(reader.u8(), 7);
  EXPECT_EQ(reader.u32(), 0x01020304u);
  EXPECT_EQ(reader.u64(), ~0ull);
  EXPECT_EQ(as_text(*reader.frame(3)), "abc");
  EXPECT_TRUE(reader.end());
}

TEST(Encode, IntegersAreLittleEndian) {
  EXPECT_EQ(Writer().u32(1).bytes(),
            (Bytes{std::byte{1}, std::byte{0}, std::byte{0}, std::byte{0}}));
}

TEST(Encode, EveryCutIsIncompleteAndEveryRestIsTooMuch) {
  const Bytes bytes = Writer().u32(5).frame("hello").bytes();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    Reader reader(ByteSpan(bytes).first(length));
    const auto number = reader.u32();
    const auto text = reader.frame(100);
    EXPECT_FALSE(number && text) << length;
  }
  Reader reader(bytes);
  ASSERT_TRUE(reader.u32());
  EXPECT_EQ(reader.end().error().fault, Fault::not_canonical);
}

TEST(Encode, ALengthOverTheLimitIsRefusedBeforeItIsBelieved) {
  const Bytes bomb = Writer().u32(0xffffffff).bytes();
  EXPECT_EQ(Reader(bomb).frame(1000).error().fault, Fault::too_large);
}

}  // namespace
}  // namespace fairdeal
