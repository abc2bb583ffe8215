#include "rules/checkerboard.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace fairdeal::rules {
namespace {

constexpr Checkerboard kThree{3, 3};
const std::string kBoard = "123456789";

std::vector<std::string> texts(const std::vector<Checkerboard::Line>& lines) {
  std::vector<std::string> texts;
  for (const auto& line : lines) texts.push_back(kThree.text_of(kBoard, line));
  return texts;
}

TEST(Checkerboard, LinesRunFromTheFirstRowOrColumn) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts(kThree.horizontals()), (Texts{"123", "456", "789"}));
  EXPECT_EQ(texts(kThree.verticals()), (Texts{"147", "258", "369"}));
  EXPECT_EQ(texts(kThree.positive_diagonals()), (Texts{"7", "48", "159", "26", "3"}));
  EXPECT_EQ(texts(kThree.negative_diagonals()), (Texts{"1", "42", "753", "86", "9"}));
  EXPECT_EQ(kThree.lines().size(), 16u);
  const auto lines = kThree.lines();
  EXPECT_EQ(Checkerboard::sublines(lines, 3).size(), 8u);
  EXPECT_EQ(texts(Checkerboard::sublines(lines, 2)).front(), "12");
}

TEST(Checkerboard, WalksEndAtTheEdge) {
  EXPECT_EQ(kThree.text_of(kBoard, kThree.walk({0, 0}, {1, 1})), "159");
  EXPECT_EQ(kThree.text_of(kBoard, kThree.walk({1, 1}, {-1, 1})), "53");
  EXPECT_EQ(kThree.text_of(kBoard, kThree.walk({2, 2}, {1, 1})), "9");
  EXPECT_TRUE(kThree.walk({3, 3}, {1, 1}).empty());
}

TEST(Checkerboard, PiecesArePlacedMovedAndSwapped) {
  EXPECT_EQ(*kThree.place(kBoard, {1, 1}, 'X'), "1234X6789");
  EXPECT_EQ(*kThree.move(kBoard, {1, 1}, {0, 0}), "5234.6789");
  EXPECT_EQ(*kThree.move(kBoard, {0, 2}, {2, 0}, 'X'), "12X456389");
  EXPECT_EQ(*kThree.swap(kBoard, {2, 1}, {1, 2}), "123458769");
  for (const Square off : {Square{-1, 0}, Square{0, 9}, Square{3, 0}}) {
    EXPECT_FALSE(kThree.place(kBoard, off, 'X'));
    EXPECT_FALSE(kThree.move(kBoard, {0, 0}, off));
    EXPECT_FALSE(kThree.swap(kBoard, off, {0, 0}));
  }
}

TEST(Checkerboard, SymmetriesAreEightOnASquareAndFourElse) {
  const auto square = kThree.symmetries(kBoard);
  EXPECT_EQ(std::set<std::string>(square.begin(), square.end()).size(), 8u);
  const auto oblong = Checkerboard(1, 3).symmetries("abc");
  EXPECT_EQ(oblong.size(), 4u);
  EXPECT_EQ(std::ranges::count(oblong, "cba"), 2);
}

TEST(Checkerboard, WeightsAddUp) {
  const int weights[] = {2, 1, 2, 1, 5, 1, 2, 1, 2};
  const auto value = [](char mark) { return mark == 'X' ? 1 : mark == 'O' ? -1 : 0; };
  EXPECT_EQ(Checkerboard::weighted_sum("X___O___X", weights, value), -1);
}

}  // namespace
}  // namespace fairdeal::rules
