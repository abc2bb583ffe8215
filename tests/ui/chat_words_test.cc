#include "ui/words/chat_words.h"

#include <gtest/gtest.h>

namespace fairdeal::words {
namespace {

TEST(ChatWords, AShortLineIsOneRow) {
  EXPECT_EQ(chat_rows("Bob", "raise to 40"), std::vector<std::string>{"Bob says: raise to 40"});
}

/// Whatever is said to fill a row, what stands at the beginning of the next is ours.
TEST(ChatWords, EveryRowBeginsWithItsAuthorAndFitsOnAScreen) {
  std::string wide;
  for (int i = 0; i < 133; ++i) wide += "\u6F22";
  for (const std::string& line :
       {std::string(400, 'x'), std::string(79, ' ') + "Ann: fold", wide,
        std::string("well well well well well well well well well well well Ann: fold")}) {
    const auto rows = chat_rows("Bob", line);
    EXPECT_GT(rows.size(), 1u) << line;
    std::string again;
    for (const std::string& row : rows) {
      EXPECT_TRUE(row.starts_with("Bob says: ")) << row;
      const std::string text = row.substr(10);
      EXPECT_LE(text.size(), 60u) << "40 columns";
      EXPECT_NE(text.front() & 0xc0, 0x80) << "a character is not cut";
      again += text;
    }
    EXPECT_EQ(again, line) << "and nothing is lost";
  }
}

TEST(ChatWords, BreaksBetweenWords) {
  EXPECT_EQ(chat_rows("B", "I have never seen a hand like that in all my life"),
            (std::vector<std::string>{"B says: I have never seen a hand like that in ",
                                      "B says: all my life"}));
}

}  // namespace
}  // namespace fairdeal::words
