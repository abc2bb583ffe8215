#include "ui/seat/result_hold.h"

#include <gtest/gtest.h>

namespace fairdeal::seat {
namespace {

using namespace std::chrono_literals;

constexpr ResultHold::Instant kStart{};

TEST(ResultHold, StaysForTwoSecondsAndNoLonger) {
  ResultHold result;
  EXPECT_EQ(result.text(kStart, false), "");
  result.begin(kStart, "Ann wins");
  EXPECT_EQ(result.text(kStart + 1999ms, false), "Ann wins");
  EXPECT_EQ(result.text(kStart + 2s, false), "");
  EXPECT_EQ(result.text(kStart, false), "") << "the table does not go away again";
}

TEST(ResultHold, GoesAtAKeyAndOnOnesTurn) {
  ResultHold result;
  result.begin(kStart, "Ann wins");
  result.end();
  EXPECT_EQ(result.text(kStart, false), "");
  result.begin(kStart, "Bob wins");
  EXPECT_EQ(result.text(kStart + 1ms, true), "");
}

TEST(ResultHold, TheNextOneHasItsOwnTime) {
  ResultHold result;
  result.begin(kStart, "Ann wins");
  result.begin(kStart + 1s, "Bob wins");
  EXPECT_EQ(result.text(kStart + 2500ms, false), "Bob wins");
}

}  // namespace
}  // namespace fairdeal::seat
