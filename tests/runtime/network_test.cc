// Loss, doubling, reordering and delay: whatever the network does, the same heads; over the
// simulator's small group, many seeds.
#include <algorithm>

#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

struct Case {
  const char* game;
  const char* params;
  std::size_t seats;
  std::size_t witnesses;

  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.game << " " << c.params << " for " << c.seats;
  }
};

class BadNetwork : public testing::TestWithParam<Case> {};

TEST_P(BadNetwork, A14_LossDoublingReorderingAndDelayOfEveryDegreeLeaveTheSameHeads) {
  const auto& [game, params, seats, witnesses] = GetParam();
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const double degree = static_cast<double>(seed % 11) / 20;  // 0, 5 % … 50 %
    World world({.game = game,
                 .params = params,
                 .seats = seats,
                 .witnesses = witnesses,
                 .seed = seed,
                 .faults = {.loss = degree,
                            .duplicate = degree,
                            .delay_min = {1},
                            .delay_max = {static_cast<std::int64_t>(1 + 30 * (seed % 11))}}});
    world.run();
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_finished(world);
    for (std::uint32_t i = 0; i < world.size(); ++i) {
      EXPECT_TRUE(noticed<node::Refused>(world, Seat(i)).empty());
      EXPECT_TRUE(noticed<node::Equivocated>(world, Seat(i)).empty());
    }
    if (HasFailure()) break;
  }
}

const char* const kEverything =
    R"({"ante":3,"ante_from":"big-blind","betting":"fixed-limit","called_shows":true,"hands":2,)"
    R"("levels":[{"ante":5,"big":30,"from":2,"small":15}],"run_outs":2,"sit_out":true,)"
    R"("stack":60,"straddle":true,"winner_shows":true})";
const char* const kPotLimit =
    R"({"betting":"pot-limit","hands":3,"run_outs":2,"sit_out":true,"stack":40})";

const char* const kOfTheHouse =
    R"({"bomb_every":3,"hands":4,"rabbit":true,"stack":60,"straddle":true,"straddle_from":"any"})";

INSTANTIATE_TEST_SUITE_P(
    Games, BadNetwork,
    testing::Values(Case{"tic-tac-toe", "{}", 2, 2}, Case{"odds-and-evens", R"({"turns":3})", 2, 1},
                    Case{"pig", R"({"goal":20})", 2, 0}, Case{"kuhn", "{}", 2, 1},
                    Case{"leduc", "{}", 2, 0}, Case{"holdem", R"({"stack":40})", 3, 0},
                    Case{"holdem", R"({"stack":20})", 4, 1}, Case{"holdem", kEverything, 5, 0},
                    Case{"holdem", kPotLimit, 2, 1}, Case{"holdem", kOfTheHouse, 6, 0}),
    [](const auto& i) {
      std::string name = i.param.game;
      std::ranges::replace(name, '-', '_');
      return name + std::to_string(i.param.seats);
    });

TEST(Network, A14_ASilentSeatIsVotedAbsentAndTheOthersFinishAndAgree) {
  std::size_t absent = 0;
  for (std::uint64_t when = 0; when < 40; ++when) {
    World world({.game = "kuhn", .witnesses = 1, .seed = when});
    for (std::uint64_t i = 0; i < 8 * when; ++i) world.step();
    if (world.node(Seat(0)).finished()) break;
    world.silence(Seat(1));
    world.run();
    for (const std::uint32_t i : {0u, 2u}) {
      const auto& node = world.node(Seat(i));
      EXPECT_FALSE(node.halted());
      EXPECT_TRUE(node.finished()) << when;
      EXPECT_EQ(node.table().head(), world.node(Seat(0)).table().head());
      for (const auto& decided : noticed<node::StepDecided>(world, Seat(i)))
        for (const Seat seat : decided.absent) {
          EXPECT_EQ(seat, Seat(1)) << when;
          ++absent;
        }
      for (const std::uint32_t s : {0u, 1u, 2u})
        EXPECT_FALSE(node.table().members().standing(Seat(s)).convicted())
            << "to be silent is no lie";
    }
  }
  EXPECT_GT(absent, 10u);
}

TEST(Network, A14_OfTwoASilentSeatStopsTheTableAndIsTheOnlyOneAwaited) {
  World world({.game = "kuhn", .seed = 1});
  for (int i = 0; i < 40; ++i) world.step();
  world.silence(Seat(1));
  world.run({400'000});
  const auto& node = world.node(Seat(0));
  EXPECT_FALSE(node.finished());
  EXPECT_FALSE(node.halted());
  const auto awaited = node::awaited(node);
  EXPECT_FALSE(awaited.empty());
  for (const auto& a : awaited) EXPECT_EQ(a.seat, Seat(1));
}

TEST(Network, A14_APartitionThatHealsChangesNothing) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    World world({.game = "kuhn", .witnesses = 2, .seed = seed});
    for (std::uint64_t i = 0; i < 10 * seed; ++i) world.step();
    for (const std::uint32_t a : {0u, 1u})
      for (const std::uint32_t b : {2u, 3u}) world.link(Seat(a), Seat(b), false);
    for (int i = 0; i < 100; ++i) world.step();
    for (const std::uint32_t a : {0u, 1u})
      for (const std::uint32_t b : {2u, 3u}) world.link(Seat(a), Seat(b), true);
    world.run();
    expect_finished(world);
  }
}

TEST(Network, A14_TwoWhoNeverMeetPlayByWayOfAThird) {
  World world({.game = "kuhn", .witnesses = 1, .seed = 1});
  world.link(Seat(0), Seat(1), false);
  world.run();
  expect_finished(world);
}

}  // namespace
}  // namespace fairdeal::sim
