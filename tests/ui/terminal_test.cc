#include "ui/front/terminal.h"

#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "ui/front/terminal.h"
#include "ui/words/printable.h"
#include "ui/words/words.h"

namespace fairdeal::words {
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

/// Spaces, words without a space, or wide letters that fill a row would put what follows where chat
/// and the program's own words begin.
TEST(Wrapped, A73_EveryRowOfAScriptHasItsMark) {
  const std::string forged = "Bob says: I fold";
  for (const std::string mark : {"game> ", "| ", "    | "}) {
    for (const std::string& filling : std::vector<std::string>{
             std::string(80 - mark.size(), ' '), std::string(74, 'x'), std::string(200, '-'),
             "x" + std::string(79, ' '), std::string(20, ' ') + "y" + std::string(300, ' '),
             [] {
               std::string wide;
               for (int i = 0; i < 37; ++i) wide += "孫";
               return wide;
             }(),
             "\033[31m" + std::string(70, 'x') + "\033[0m"}) {
      for (const std::size_t width : {20U, 40U, 79U, 80U, 81U, 200U}) {
        std::istringstream rows(front::wrapped(mark + filling + forged + "\nYour move", width));
        std::string last, said;
        for (std::string row; std::getline(rows, row); last = row) {
          if (row == "Your move") continue;
          EXPECT_TRUE(row.starts_with(mark)) << row;
          said += row.substr(mark.size());
        }
        EXPECT_EQ(last, "Your move");
        const auto letters = [](std::string text) { return std::erase(text, ' '), text; };
        EXPECT_EQ(letters(said), letters(filling + forged));
      }
    }
  }
}

TEST(Wrapped, OtherLinesAreBrokenBetweenWords) {
  EXPECT_EQ(front::wrapped("one two three", 7), "one two\nthree");
  EXPECT_EQ(front::wrapped("seventeenletters!", 7), "seventeenletters!");
  EXPECT_EQ(front::wrapped("| ab", 1), "| ab") << "no room for anything";
  EXPECT_EQ(front::wrapped("| ♠ ── |\n", 80), "| ♠ ── |\n");
}

TEST(Names, AreAllDifferentAndNeverEmpty) {
  const Names names({"Ann", "Ann", ""});
  EXPECT_EQ(names[Seat(0)], "Ann");
  EXPECT_EQ(names[Seat(1)], "Ann (seat 2)");
  EXPECT_EQ(names[Seat(2)], "(seat 3)");
}

}  // namespace
}  // namespace fairdeal::words
