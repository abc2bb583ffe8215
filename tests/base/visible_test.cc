#include "base/visible.h"

#include <gtest/gtest.h>

namespace fairdeal {
namespace {

TEST(Visible, A69_InvisibleAndTurningCharactersAreNot) {
  for (const char32_t c :
       {0x00u,   0x1bu,    0x7fu,    0x9bu,    0xadu,    0x34fu,   0x61cu,   0x115fu, 0x1160u,
        0x17b4u, 0x180bu,  0x180eu,  0x200bu,  0x200du,  0x200eu,  0x2028u,  0x2029u, 0x202eu,
        0x2060u, 0x2066u,  0x206fu,  0x2800u,  0x3164u,  0xfe0fu,  0xfeffu,  0xffa0u, 0xfff0u,
        0xfff9u, 0x1bca0u, 0x1d173u, 0xe0000u, 0xe0001u, 0xe0041u, 0xe007fu, 0xe01efu})
    EXPECT_FALSE(is_visible(c)) << std::hex << static_cast<std::uint32_t>(c);
}

TEST(Visible, LettersSignsAndSpacesOfAllLanguagesAre) {
  for (const char32_t c : {U' ', U'~', U'é', U'Ж', U'א', U'ع', U'孫', U'한', U'♠', U'🂡', U'\u0301',
                           U'\u2026', U'\u00a0', U'\u2801', U'\ufffd'})
    EXPECT_TRUE(is_visible(c)) << std::hex << static_cast<std::uint32_t>(c);
}

TEST(Visible, OnlyUtf8IsACharacter) {
  EXPECT_EQ(first_character("a").bytes, 1U);
  EXPECT_EQ(first_character("é!").bytes, 2U);
  EXPECT_EQ(first_character("♠").code, U'♠');
  EXPECT_EQ(first_character("🂡").bytes, 4U);
  for (const char* none :
       {"\x80", "\xc0\x8a", "\xe2\x99", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"})
    EXPECT_EQ(first_character(none).bytes, 0U) << none;
}

}  // namespace
}  // namespace fairdeal
