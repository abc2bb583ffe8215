#include <gtest/gtest.h>

#include "runtime/audit.h"
#include "tests/sim/world.h"

namespace fairdeal::sim {
namespace {

void expect_finished(World& world) {
  SeededRng rng(7);
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const auto& node = world.node(Seat(i));
    ASSERT_TRUE(node.finished()) << "seat " << i << " at step " << node.table().step().value;
    EXPECT_EQ(node.table().head(), world.node(Seat(0)).table().head());
    const auto report = runtime::audit(world.transcript(Seat(i)), rng);
    EXPECT_EQ(report.verdict, runtime::Verdict::valid)
        << (report.error ? describe(*report.error) : "");
    EXPECT_EQ(report.head, node.table().head());
  }
}

TEST(Match, TwoPlayTicTacToeToTheEndAndAnAuditorAgrees) {
  World world({.game = "tic-tac-toe"});
  world.run();
  expect_finished(world);
}

class LossyMatch : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LossyMatch, LossDelayReorderingAndDuplicationChangeNothing) {
  World world({.game = "tic-tac-toe",
               .witnesses = 1,
               .seed = GetParam(),
               .faults = {.loss = 0.2, .duplicate = 0.2, .delay_min = {1}, .delay_max = {200}}});
  world.run();
  expect_finished(world);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LossyMatch, testing::Range<std::uint64_t>(0, 20));

}  // namespace
}  // namespace fairdeal::sim
