// Attacks by clocks: clocks that differ, and members that wait until the last moment.
#include "tests/runtime/match.h"
#include "tests/sim/trial.h"

namespace fairdeal::sim {
namespace {

TEST(Clocks, A32_HalfAMinuteApartNobodyIsAbsent) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Plan plan = plan_of(Setting{"", "holdem", R"({"hands":1})", 4});
    plan.options.seed = seed;
    plan.options.faults.skew_max = 60'000;
    const TrialResult verdict = play(plan);
    EXPECT_TRUE(verdict.good() && verdict.finished) << "seed " << seed;
    EXPECT_EQ(verdict.absences, 0u) << "seed " << seed;
    EXPECT_EQ(verdict.rounds, 0u) << "seed " << seed;
  }
}

/// Freezes the mover so that its move reaches the others `before_due` before it is due by one of
/// their clocks, which are up to a minute apart. Then checks whether it has `moved`, if that is
/// given.
void expect_moved(Duration before_due, std::optional<bool> moved) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    World world({.game = "tic-tac-toe",
                 .seats = 2,
                 .witnesses = 2,
                 .seed = seed,
                 .faults = {.skew_max = 60'000}});
    const Seat mover(0), other(1);
    for (std::uint32_t i = 0; i < world.size(); ++i)
      ASSERT_TRUE(run_to<state::stages::Moving>(world, Seat(i)));
    const Step step = world.node(other).table().step();
    ASSERT_EQ(std::get<state::stages::Moving>(world.node(other).table().stage()).seat, mover);
    const Duration left = world.node(other).parts().clock.entries_due() - world.clock(other);
    world.freeze(mover, Duration{left.ms - before_due.ms - 1});  // a frame takes a millisecond
    world.run();
    expect_finished(world);
    for (const auto& decided : noticed<node::StepDecided>(world, other))
      EXPECT_TRUE(!moved || decided.step != step || decided.absent.empty() == *moved);
  }
}

TEST(Clocks, A32_WhoMovesInTheLastMillisecondHasMoved) { expect_moved(Duration{1}, true); }
TEST(Clocks, A32_WhoMovesAfterTheOthersVotedIsAbsent) { expect_moved(Duration{-10'000}, false); }
/// Some members hear the move in time and some do not. Whatever is decided, all agree.
TEST(Clocks, A32_AMoveAsTheTimeEndsIsDecidedOneWay) {
  for (const std::int64_t ms : {0, -1, -2}) expect_moved(Duration{ms}, {});
}

}  // namespace
}  // namespace fairdeal::sim
