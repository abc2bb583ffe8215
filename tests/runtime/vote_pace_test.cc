// Voters for whom nobody waits, because their votes come late.
#include "runtime/node/vote_pace.h"

#include <gtest/gtest.h>

namespace fairdeal::node {
namespace {

class Pace : public testing::Test {
 protected:
  static constexpr Seat kMe{0}, kSlow{2};
  static constexpr Duration kRound{1'000};

  /// Plays a step in which the slow voter's vote comes so long after a quorum has voted.
  SeatSet step(Duration vote_after) {
    const Instant since = now;
    const Step here = step_;
    step_ = step_.next();
    pace.voted(Seat(1), here, since);
    if (vote_after > kRound) {
      const SeatSet told =
          pace.decided(here, SeatSet::first(3), since, kRound, since + Duration{1'001});
      pace.voted(kSlow, here, since + vote_after);
      now = now + Duration{10'000};
      return told;
    }
    pace.voted(kSlow, here, since + vote_after);
    now = now + Duration{10'000};
    return pace.decided(here, SeatSet::first(3), since, kRound, since + vote_after);
  }
  VotePace pace{kMe, 3};
  Instant now{5'000};

 private:
  Step step_{0};
};

TEST_F(Pace, A80_WhoMissesTheGraceEightTimesOfTenIsWaitedForNoLonger) {
  for (int i = 0; i < 7; ++i) {
    EXPECT_TRUE(step({1'500}).empty());
    EXPECT_TRUE(pace.slow().empty()) << i;
  }
  EXPECT_EQ(step({1'500}), SeatSet::of({kSlow})) << "it is told once";
  EXPECT_EQ(pace.slow(), SeatSet::of({kSlow}));
  EXPECT_EQ(pace.waited_for(kSlow), kRound * 8);
  EXPECT_TRUE(step({1'500}).empty());
  EXPECT_EQ(pace.waited_for(kSlow), kRound * 8) << "it is not waited for any more";
}

TEST_F(Pace, OneVoteInTimeIsEnoughToBeWaitedForAgainAndOneMissTooMany) {
  for (int i = 0; i < 9; ++i) step({1'500});
  step({900});
  EXPECT_TRUE(pace.slow().empty());
  step({1'500});
  EXPECT_EQ(pace.slow(), SeatSet::of({kSlow})) << "still eight of the last ten";
}

/// It is not waited for, so the step is decided before its vote comes, which is in time all the
/// same.
TEST_F(Pace, AVoteInTimeCountsThoughItsStepIsDecided) {
  for (int i = 0; i < 8; ++i) step({1'500});
  ASSERT_EQ(pace.slow(), SeatSet::of({kSlow}));
  pace.voted(Seat(1), Step(50), now);
  pace.decided(Step(50), SeatSet::first(3), now, kRound, now + Duration{5});
  pace.voted(kSlow, Step(50), now + Duration{999});
  EXPECT_TRUE(pace.slow().empty());
}

TEST_F(Pace, WhoVotesInTimeIsNeverSlow) {
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(step({1'000}).empty());
  EXPECT_EQ(pace.waited_for(kSlow), Duration{0});
}

/// A member that learnt of a step from the others does not know when they voted.
TEST_F(Pace, AStepThatOthersDecidedIsNotJudged) {
  for (std::uint64_t i = 0; i < 30; ++i)
    EXPECT_TRUE(pace.decided(Step(i), SeatSet::first(3), {}, kRound, now).empty());
  EXPECT_TRUE(pace.slow().empty());
}

}  // namespace
}  // namespace fairdeal::node
