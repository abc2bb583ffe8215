// A member's clock for the others, alone: what a move, a program's work and a lost connection take.
#include "runtime/node/move_clock.h"

#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

/// The mover's step of chess, on a clock that no node drives.
class Clock : public StepFour {
 protected:
  Clock() { begin(); }
  void begin() { clock.begin_step(kBegan); }
  Instant due() {
    clock.set_due(*table, table->slots(), kBegan);
    return clock.shown_due();
  }
  /// When the others vote nil.
  Instant waited_until() {
    clock.set_due(*table, table->slots(), kBegan);
    return clock.entries_due();
  }
  Duration bank() const { return clock.banks()[kMover.value]; }
  /// The step is decided at `when`; the move came then unless it did before.
  void charge(Instant when) { charge(record(), when); }
  void charge(const consensus::Record& record, Instant when) {
    clock.charge(record, *table, *table, table->slots(), when);
    begin();
  }
  const proto::Pace& pace() const { return table->charter().pace; }

  static constexpr Instant kBegan{1'000'000};
  node::MoveClock clock{Seat(3), world.size(), world.node(Seat(0)).table().charter().pace};
};

TEST_F(Clock, AMoveHasItsTimeAndTheSeatsReserve) {
  EXPECT_EQ(due(), kBegan + pace().move + pace().bank);
}

TEST_F(Clock, AMoveBeyondItsTimeIsPaidFromTheReserve) {
  charge(kBegan + pace().move + Duration{1'234});
  EXPECT_EQ(bank().ms, std::min(pace().bank.ms, pace().bank.ms - 1'234 + pace().increment.ms));
}

TEST_F(Clock, AnAbsenceAddsNothingToTheReserve) {
  charge(nobody_moved(), kBegan + pace().move + Duration{1'234});
  EXPECT_EQ(bank().ms, pace().bank.ms - 1'234);
}

// ---- A showdown that people look at

TEST_F(Clock, AMoveIsDueLaterByTheTimeInWhichPeopleLookAtAShowdown) {
  const Instant whole = due();
  clock.look_until(kBegan + Duration{3'000});
  EXPECT_EQ(due(), whole + Duration{3'000});
  clock.look_until(kBegan + Duration{1'000});
  EXPECT_EQ(due(), whole + Duration{3'000}) << "a shorter look ends none";
}

TEST_F(Clock, AShowdownThatIsOverBeforeTheStepBeginsChangesNothing) {
  const Instant whole = due();
  clock.look_until(kBegan);
  EXPECT_EQ(due(), whole);
}

TEST_F(Clock, LookingAtAShowdownCostsNothingAndAMoveMayComeMeanwhile) {
  clock.look_until(kBegan + Duration{3'000});
  charge(kBegan + Duration{1});
  EXPECT_EQ(bank(), pace().bank);
  clock.look_until(kBegan + Duration{3'000});
  charge(kBegan + pace().move + Duration{3'000 + 1'234});
  EXPECT_EQ(bank().ms, std::min(pace().bank.ms, pace().bank.ms - 1'234 + pace().increment.ms));
}

TEST_F(Clock, StopsWhenTheAnswerIsHereAndNotWhenItIsDecided) {
  clock.stop(kMover, kBegan + Duration{5});
  clock.stop(kMover, kBegan + pace().move * 3);  // the same again
  charge(kBegan + pace().move * 3);
  EXPECT_EQ(bank(), pace().bank);
}

// ---- A seat that nobody reaches

constexpr Duration kFree = node::MoveClock::kFree;

TEST_F(Clock, WhomNobodyReachesHasItsReserveForReconnectingInPlaceOfAMoveClock) {
  clock.set_away(SeatSet::of({kMover}), kBegan);
  EXPECT_EQ(waited_until(), kBegan + kFree + pace().reconnect);
}

TEST_F(Clock, TheMoveClockStandsStillWhileNobodyReachesItsSeat) {
  const Instant whole = due();
  clock.set_away(SeatSet::of({kMover}), kBegan);
  clock.set_away({}, kBegan + Duration{9'000});
  EXPECT_EQ(due(), whole + Duration{9'000});
  clock.set_away(SeatSet::of({kMover}), kBegan + Duration{9'000});
  clock.set_away({}, kBegan + pace().reconnect * 2);
  EXPECT_EQ(due(), whole + kFree + pace().reconnect) << "no more than its reserve";
}

TEST_F(Clock, TheReserveForReconnectingIsOneForTheMatch) {
  clock.set_away(SeatSet::of({kMover}), kBegan);
  clock.set_away({}, kBegan + kFree + Duration{50'000});
  charge(kBegan + kFree + Duration{50'000});
  EXPECT_EQ(clock.line_left(kMover).ms, pace().reconnect.ms - 50'000);
  clock.set_away(SeatSet::of({kMover}), kBegan);
  EXPECT_EQ(waited_until(), kBegan + kFree + Duration{pace().reconnect.ms - 50'000});
}

TEST_F(Clock, WhatIsFreeInAStepSpendsNoReserve) {
  clock.set_away(SeatSet::of({kMover}), kBegan);
  clock.set_away({}, kBegan + kFree);
  charge(kBegan + kFree);
  EXPECT_EQ(clock.line_left(kMover), pace().reconnect);
}

TEST_F(Clock, TenAnswersGiveBackFiveSecondsAndNeverMoreThanTheTerms) {
  const auto lose = [&](std::int64_t ms) {
    clock.set_away(SeatSet::of({kMover}), kBegan);
    clock.set_away({}, kBegan + kFree + Duration{ms});
    charge(kBegan + kFree + Duration{ms});
  };
  lose(50'000);
  for (int i = 0; i < 8; ++i) charge(kBegan);
  EXPECT_EQ(clock.line_left(kMover).ms, pace().reconnect.ms - 50'000);
  charge(kBegan);
  EXPECT_EQ(clock.line_left(kMover).ms, pace().reconnect.ms - 45'000);
  for (int i = 0; i < 200; ++i) charge(kBegan);
  EXPECT_EQ(clock.line_left(kMover), pace().reconnect);
  for (int i = 0; i < 20; ++i) charge(nobody_moved(), kBegan);
  EXPECT_EQ(clock.line_left(kMover), pace().reconnect);
}

// ---- The grace

TEST_F(Clock, TheOthersWaitALittleLongerThanAnybodyIsShown) {
  const Duration grace = std::min(pace().round * 4, node::MoveClock::kGraceMax);
  EXPECT_EQ(waited_until(), due() + grace);
  EXPECT_EQ(due(), kBegan + pace().move + pace().bank);
}

TEST_F(Clock, TheGracePaysForWhatIsBeyondTheBankUntilItIsSpent) {
  const Duration all = pace().move;
  int moves = 0;
  for (; moves < 100; ++moves) {
    const Duration grace = waited_until() - due();
    if (grace == Duration{0}) break;
    const Duration left = bank();
    charge(kBegan + all + left + grace);  // as late as the others wait
    EXPECT_LE(bank(), std::max(left, pace().increment)) << "no bank pays it, and none gains by it";
  }
  EXPECT_GE(moves, 3);
  EXPECT_LE(moves, 12) << "thirty seconds in all";
}

TEST_F(Clock, AMoveThatNeedsNoGraceGivesASecondBack) {
  const Instant until = waited_until();
  for (int i = 0; i < 20; ++i) charge(kBegan + pace().move + bank() + (waited_until() - due()));
  ASSERT_EQ(waited_until(), due());
  charge(kBegan);
  EXPECT_EQ(waited_until(), due() + node::MoveClock::kGraceBack);
  EXPECT_LT(waited_until(), until);
}

/// By its own clock a player that began late has more of its bank than the others charged.
TEST_F(Clock, WhatABankPaidInDoubtIsWaitedFor) {
  Duration own = pace().bank;
  const Duration late{3'000};
  for (int i = 0; i < 5; ++i) {
    const Duration over{9'000};
    charge(kBegan + late + pace().move + over);
    own = std::min(pace().bank, Duration{own.ms - over.ms + pace().increment.ms});
    const Instant own_due = kBegan + late + pace().move + own;
    EXPECT_GE(waited_until(), own_due) << i;
  }
}

TEST_F(Clock, ItsOwnAnswerIsDueWhateverItsConnectionsDid) {
  node::MoveClock own(kMover, world.size(), pace());
  own.begin_step(kBegan);
  own.set_away(SeatSet::of({Seat(0), Seat(2), Seat(3)}), kBegan);
  own.set_due(*table, table->slots(), kBegan);
  EXPECT_EQ(own.own_due(), kBegan + pace().move + pace().bank);
  EXPECT_EQ(own.entries_due(), own.own_due()) << "it has no grace from itself";
}

TEST_F(Clock, BanksComeBackFromTheStoreAsTheyWere) {
  charge(kBegan + pace().move + Duration{777});
  node::MoveClock again(Seat(3), world.size(), pace());
  ASSERT_TRUE(again.restore_banks(clock.banks_to_store()));
  EXPECT_EQ(again.banks_to_store(), clock.banks_to_store());
  EXPECT_FALSE(again.restore_banks(Bytes(3)));
}

}  // namespace
}  // namespace fairdeal::sim
