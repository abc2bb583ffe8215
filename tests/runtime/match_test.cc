#include "tests/runtime/match.h"

namespace fairdeal::sim {
namespace {

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
