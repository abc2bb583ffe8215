#include "apps/terminal.h"

#include <gtest/gtest.h>

#include "apps/words.h"

namespace fairdeal::apps {
namespace {

TEST(Printable, KeepsLettersOfAllLanguages) {
  for (const char* name : {"Ann", "Zoë", "Жанна", "孫", "♠ 🂡", ""})
    EXPECT_EQ(printable(name), name);
}

TEST(Printable, WhatCouldMoveTheCursorBecomesAQuestionMark) {
  EXPECT_EQ(printable("a\x1b[2Jb\n\x7f"), "a?[2Jb??");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J"),
            "?2J")
      << "CSI as one character";
}

TEST(Printable, WhatTurnsOrHidesTextBecomesAQuestionMark) {
  EXPECT_EQ(printable("\u202e"
                      "nnA"),
            "?nnA");
  EXPECT_EQ(printable("A\u200bnn\ufeff\u2066"), "A?nn??");
  EXPECT_EQ(printable("\u061c\u00ad\u034f\u115f\u3164\u180e\U000e0041\U000e007f"), "????????");
}

TEST(Printable, WhatIsNoUtf8BecomesQuestionMarks) {
  EXPECT_EQ(printable("\x9b"
                      "a\xff"),
            "?a?");
  EXPECT_EQ(printable("\xe2\x99"), "??") << "cut";
  EXPECT_EQ(printable("\xc0\x8a"), "??") << "an overlong line feed";
  EXPECT_EQ(printable("\xed\xa0\x80"), "???") << "half of a surrogate pair";
}

TEST(Names, AreAllDifferentAndNeverEmpty) {
  const Names names({"Ann", "Ann", ""});
  EXPECT_EQ(names[Seat(0)], "Ann");
  EXPECT_EQ(names[Seat(1)], "Ann (seat 2)");
  EXPECT_EQ(names[Seat(2)], "(seat 3)");
}

}  // namespace
}  // namespace fairdeal::apps
