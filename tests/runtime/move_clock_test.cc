// A member's clock for the others, alone: what a move, a program's work and a lost connection take.
#include "runtime/move_clock.h"

#include "tests/runtime/member.h"

namespace fairdeal::sim {
namespace {

/// The mover's step of chess, on a clock that no node drives.
class Clock : public StepFour {
 protected:
  Clock() {
    clock.start(kBegan);
    for (const Seat other : {Seat(0), Seat(1), Seat(2)}) clock.on_link(other, true, kBegan);
    begin();
  }
  void begin() { clock.begin_step(*table, kBegan); }
  Instant due(SeatSet linked = SeatSet::first(3)) {
    clock.set_due(*table, table->slots(), linked, kBegan);
    return clock.entries_due();
  }
  Duration bank() const { return clock.banks()[kMover.value]; }
  /// The step is decided at `when`; the move came then unless it did before.
  void charge(Instant when) { clock.charge(record(), *table, table->slots(), when); }
  const proto::Pace& pace() const { return table->charter().pace; }

  static constexpr Instant kBegan{1'000'000};
  runtime::MoveClock clock{Seat(3), world.size(), world.node(Seat(0)).table().charter().pace};
};

TEST_F(Clock, AMoveHasItsTimeAndTheSeatsReserve) {
  EXPECT_EQ(due(), kBegan + pace().move + pace().bank);
}

TEST_F(Clock, AMoveBeyondItsTimeIsPaidFromTheReserve) {
  charge(kBegan + pace().move + Duration{1'234});
  EXPECT_EQ(bank().ms, std::min(pace().bank.ms, pace().bank.ms - 1'234 + pace().increment.ms));
}

TEST_F(Clock, AnAbsenceAddsNothingToTheReserve) {
  clock.charge(nobody_moved(), *table, table->slots(), kBegan + pace().move + Duration{1'234});
  EXPECT_EQ(bank().ms, pace().bank.ms - 1'234);
}

TEST_F(Clock, StopsWhenTheAnswerIsHereAndNotWhenItIsDecided) {
  clock.stop(kMover, kBegan + Duration{5});
  clock.stop(kMover, kBegan + pace().move * 3);  // the same again
  charge(kBegan + pace().move * 3);
  EXPECT_EQ(bank(), pace().bank);
}

TEST_F(Clock, ALostConnectionIsWaitedForAndCountedOnceAStep) {
  const Instant whole = due();
  clock.on_link(kMover, false, whole);
  EXPECT_EQ(due(SeatSet::of({Seat(0), Seat(2)})), whole + pace().reconnect);
  clock.on_link(kMover, true, whole + pace().reconnect * 2);
  EXPECT_EQ(due(), whole + pace().reconnect) << "no more than the charter allows";
  begin();
  EXPECT_EQ(due(), whole) << "a new step";
}

TEST_F(Clock, ItsOwnAnswerIsDueWhateverItsConnectionsDid) {
  runtime::MoveClock own(kMover, world.size(), pace());
  own.start(kBegan);
  own.begin_step(*table, kBegan);
  own.set_due(*table, table->slots(), {}, kBegan);
  EXPECT_EQ(own.own_due(), kBegan + pace().move + pace().bank);
}

TEST_F(Clock, BanksComeBackFromTheStoreAsTheyWere) {
  charge(kBegan + pace().move + Duration{777});
  runtime::MoveClock again(Seat(3), world.size(), pace());
  ASSERT_TRUE(again.restore_banks(clock.banks_to_store()));
  EXPECT_EQ(again.banks(), clock.banks());
  EXPECT_FALSE(again.restore_banks(Bytes(3)));
}

}  // namespace
}  // namespace fairdeal::sim
