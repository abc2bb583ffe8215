#include "tests/rules/holdem_laws.h"

#include <gtest/gtest.h>

#include "tests/run_size.h"

/// Random moves in four parts: 40,000, or FD_MOVES in the stage long.
namespace fairdeal::rules {
namespace {

class HoldemLaws : public testing::TestWithParam<std::uint64_t> {};

TEST_P(HoldemLaws, HoldWhateverIsPlayed) {
  expect_laws(GetParam(), sizes::number_in("FD_MOVES", 40'000) / 4);
}

INSTANTIATE_TEST_SUITE_P(Seeds, HoldemLaws, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace fairdeal::rules
