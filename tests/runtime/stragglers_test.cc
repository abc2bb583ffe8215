// Decisions for members that may lack them: by which sender, and when.
#include "runtime/node/stragglers.h"

#include <set>

#include <gtest/gtest.h>

namespace fairdeal::node {
namespace {

constexpr Duration kRound{1'000};
constexpr Instant kNow{70'000};
const consensus::Quorum kSeven{SeatSet::first(7), 5, 2};

Stragglers decided(Seat me, Step step, const consensus::Quorum& quorum = kSeven, SeatSet slow = {},
                   SeatSet quiet = {}) {
  Stragglers stragglers(me, 10);
  stragglers.begin(step, quorum, {.holders = quorum.voters, .slow = slow, .quiet = quiet}, kRound,
                   kNow);
  return stragglers;
}

/// Returns after how many rounds this member sends the decision to `to`.
std::int64_t rounds_until(Stragglers one, Seat to) {
  const SeatSet linked = SeatSet::of({to});
  for (std::int64_t rounds = 0; rounds < 20; ++rounds)
    if (one.take_due(linked, kNow + kRound * rounds).has(to)) return rounds;
  return -1;
}

TEST(Stragglers, A78_OneSendsAtOnceAndEachOtherOneAfterAnotherRound) {
  for (std::uint64_t step = 0; step < 20; ++step)
    for (std::uint32_t late = 0; late < 7; ++late) {
      std::set<std::int64_t> turns;
      for (std::uint32_t me = 0; me < 7; ++me)
        if (me != late) turns.insert(rounds_until(decided(Seat(me), Step(step)), Seat(late)));
      // So f liars keep it waiting for f rounds, even if it would be among the first itself.
      EXPECT_EQ(turns, (std::set<std::int64_t>{0, 1, 2, 3, 4, 5}));
    }
}

TEST(Stragglers, WhoIsQuietOrSlowKeepsNobodyWaitingForItsTurn) {
  const SeatSet first = SeatSet::of({Seat(2), Seat(3)});
  for (const bool slow : {false, true}) {
    const auto at = [&](std::uint32_t me) {
      return decided(Seat(me), Step(2), kSeven, slow ? first : SeatSet(), slow ? SeatSet() : first);
    };
    EXPECT_EQ(rounds_until(at(4), Seat(0)), 0);
    EXPECT_EQ(rounds_until(at(6), Seat(0)), 2);
    EXPECT_EQ(rounds_until(at(1), Seat(0)), 3) << "seat 0 itself is no sender";
  }
}

TEST(Stragglers, WhoHasShownThatItIsFurtherIsSentNothing) {
  Stragglers one = decided(Seat(3), Step(2));
  one.shown(Seat(4), Step(3));
  one.shown(Seat(5), Step(2));
  const SeatSet due = one.take_due(kSeven.voters, kNow + kRound * 9);
  EXPECT_FALSE(due.has(Seat(4)));
  EXPECT_TRUE(due.has(Seat(5)));
  EXPECT_FALSE(due.has(Seat(3)));
}

TEST(Stragglers, WhoShowedEarlierThatItIsFurtherIsSentNothing) {
  Stragglers one(Seat(2), 10);
  one.shown(Seat(4), Step(3));
  one.begin(Step(2), kSeven, {.holders = kSeven.voters, .slow = {}, .quiet = {}}, kRound, kNow);
  const SeatSet due = one.take_due(kSeven.voters, kNow);
  EXPECT_FALSE(due.has(Seat(4)));
  EXPECT_TRUE(due.has(Seat(5)));
}

TEST(Stragglers, WhoIsNotWaitedForIsServedFirstByOnePlusF) {
  std::size_t at_once = 0;
  for (std::uint32_t me = 0; me < 6; ++me)
    if (decided(Seat(me), Step(2), kSeven, SeatSet::of({Seat(6)}))
            .take_due(SeatSet::of({Seat(6)}), kNow)
            .has(Seat(6)))
      ++at_once;
  EXPECT_EQ(at_once, kSeven.max_faulty + 1);
}

TEST(Stragglers, OneOfTheFirstThatAnswersIsHonestWhoeverAsks) {
  for (std::uint32_t asks = 0; asks < 7; ++asks) {
    std::size_t answer = 0;
    for (std::uint32_t me = 0; me < 7; ++me)
      if (me != asks && decided(Seat(me), Step(3)).answers(Seat(asks), Step(3), kNow)) ++answer;
    EXPECT_EQ(answer, kSeven.max_faulty + 1) << asks;
  }
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
}  // namespace fairdeal::node
