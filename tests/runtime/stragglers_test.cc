// Who is sent a decision that it may lack, by whom and when.
#include "runtime/stragglers.h"

#include <gtest/gtest.h>

namespace fairdeal::runtime {
namespace {

constexpr Duration kRound{1'000};
constexpr Instant kNow{70'000};
const consensus::Quorum kSeven{SeatSet::first(7), 5, 2};

Stragglers decided(Seat me, Step step, const consensus::Quorum& quorum = kSeven,
                   SeatSet first = {}) {
  Stragglers stragglers(me, 10);
  stragglers.begin(step, quorum, quorum.voters, first, kRound, kNow);
  return stragglers;
}

TEST(Stragglers, A78_OneSendsAtOnceAndTheNextAfterARound) {
  for (std::uint64_t step = 0; step < 20; ++step) {
    std::size_t at_once = 0;
    std::size_t ever = 0;
    for (std::uint32_t me = 0; me < 7; ++me) {
      Stragglers one = decided(Seat(me), Step(step));
      const SeatSet others = kSeven.voters - SeatSet::of({Seat(me)});
      if (one.take_due(others, kNow) == others) ++at_once;
      if (one.deadline() != never()) {
        EXPECT_EQ((one.deadline() - kNow).ms % kRound.ms, 0);
        EXPECT_EQ(one.take_due(others, one.deadline()), others);
        EXPECT_EQ(one.deadline(), never()) << "once";
        ++ever;
      }
    }
    EXPECT_EQ(at_once, 1u);
    EXPECT_EQ(at_once + ever, 3u) << "f + 1, of whom one is honest";
  }
}

TEST(Stragglers, WhoHasShownThatItIsFurtherIsSentNothing) {
  Stragglers one = decided(Seat(3), Step(2));
  one.shown(Seat(4), Step(3));
  one.shown(Seat(5), Step(2));
  const SeatSet due = one.take_due(kSeven.voters, one.deadline());
  EXPECT_FALSE(due.has(Seat(4)));
  EXPECT_TRUE(due.has(Seat(5)));
  EXPECT_FALSE(due.has(Seat(3)));
}

TEST(Stragglers, WhoIsNotWaitedForIsServedFirstByAllThatServe) {
  Stragglers second = decided(Seat(3), Step(2), kSeven, SeatSet::of({Seat(6)}));
  EXPECT_EQ(second.take_due(kSeven.voters, kNow), SeatSet::of({Seat(6)}));
}

TEST(Stragglers, OneAnswerForEachPeerAndStepThenOnceARound) {
  Stragglers one = decided(Seat(3), Step(2));
  EXPECT_TRUE(one.answers(Seat(0), Step(2), kNow));
  for (std::int64_t ms = 0; ms < kRound.ms; ms += 100)
    EXPECT_FALSE(one.answers(Seat(0), Step(2), kNow + Duration{ms}));
  EXPECT_TRUE(one.answers(Seat(1), Step(2), kNow)) << "another peer";
  EXPECT_TRUE(one.answers(Seat(0), Step(2), kNow + kRound));
  EXPECT_FALSE(one.answers(Seat(0), Step(1), kNow + kRound * 9)) << "another step";
}

TEST(Stragglers, OfTwoNobodyCanBeKeptFromAVote) {
  Stragglers one = decided(Seat(0), Step(0), {SeatSet::first(2), 2, 1});
  EXPECT_TRUE(one.take_due(SeatSet::first(2), kNow + kRound * 9).empty());
  EXPECT_EQ(one.deadline(), never());
}

}  // namespace
}  // namespace fairdeal::runtime
