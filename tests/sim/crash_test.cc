#include <sstream>

#include <gtest/gtest.h>

#include "tests/sim/trial.h"

/// A process dies at each of its writes in turn, and is started again from its disk. The match ends
/// as usual, and nothing that it signs afterwards contradicts what it sent before.
namespace fairdeal::sim {

std::ostream& operator<<(std::ostream& out, World::Crash when) {
  constexpr const char* kNames[] = {"before_sync", "after_sync", "half_sent"};
  return out << kNames[static_cast<std::size_t>(when)];
}

namespace {

class CrashPoint : public testing::TestWithParam<std::tuple<Setting, World::Crash>> {};

/// Plays a match in which seat 1 dies at its n-th write. Returns how many writes it had.
std::size_t crash_at(const Setting& s, std::size_t n, World::Crash when, Duration down) {
  Watch watch({}, {});
  World world({.game = s.game,
               .params = s.params,
               .seats = s.seats,
               .witnesses = s.witnesses,
               .seed = 5,
               .faults = {.delay_max = {20}}},
              &watch);
  world.crash_at_write(Seat(1), n, when, down);
  const auto all_finished = [&] {
    for (std::uint32_t i = 0; i < world.size(); ++i)
      if (!world.alive(Seat(i)) || !world.node(Seat(i)).finished()) return false;
    return true;
  };
  while (!all_finished() && !watch.stuck(world) && world.step()) {
  }
  watch.at_end(world, true);
  EXPECT_TRUE(all_finished());
  for (const Violation& violation : watch.violations())
    ADD_FAILURE() << violation.rule << ": " << violation.how;
  return world.writes(Seat(1));
}

TEST_P(CrashPoint, AtEachWriteLosesNothingAndContradictsNothing) {
  const auto& [setting, when] = GetParam();
  const std::size_t writes = crash_at(setting, 0, when, {});
  EXPECT_GT(writes, 6u);
  for (std::size_t n = 1; n <= writes; ++n) {
    for (const Duration down : {Duration{10}, Duration{2'500}}) {
      SCOPED_TRACE("write " + std::to_string(n) + ", down for " + std::to_string(down.ms) + " ms");
      crash_at(setting, n, when, down);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(CatchingUp, WhoWasAwayForLongIsSentWhatTheOthersOnlyHaveInTheirStores) {
  const Seat witness(3);
  Watch watch({}, {});
  World world({.game = "pig", .params = R"({"goal":200})", .witnesses = 2, .seed = 5}, &watch);
  const auto reach = [&](std::uint64_t step) {
    while (world.node(Seat(0)).table().step().value < step) ASSERT_TRUE(world.step());
  };
  reach(3);
  world.kill(witness);
  reach(150);
  world.revive(witness);
  world.run();
  watch.at_end(world, true);
  EXPECT_TRUE(world.node(witness).finished());
  EXPECT_EQ(world.node(witness).table().head(), world.node(Seat(0)).table().head());
  for (const Violation& violation : watch.violations())
    ADD_FAILURE() << violation.rule << ": " << violation.how;
}

const Setting kSettings[] = {
    {"holdem2", "holdem", R"({"hands":1})", 2, 0},
    {"holdem4", "holdem", R"({"hands":1})", 4, 0},
    {"kuhn", "kuhn", "{}", 2, 1},
    {"leduc", "leduc", "{}", 2, 0},
    {"pig", "pig", R"({"goal":8})", 2, 2},
    {"liars_dice", "liars-dice", R"({"dice":1})", 2, 0},
    {"odds_and_evens", "odds-and-evens", "{}", 2, 0},
    {"tic_tac_toe", "tic-tac-toe", "{}", 2, 1},
};

std::string name_of(const testing::TestParamInfo<CrashPoint::ParamType>& one) {
  std::ostringstream name;
  name << std::get<0>(one.param) << "_" << std::get<1>(one.param);
  return name.str();
}

INSTANTIATE_TEST_SUITE_P(All, CrashPoint,
                         testing::Combine(testing::ValuesIn(kSettings),
                                          testing::Values(World::Crash::before_sync,
                                                          World::Crash::after_sync,
                                                          World::Crash::half_sent)),
                         name_of);

}  // namespace
}  // namespace fairdeal::sim
