#include "tests/rules/holdem_laws.h"

#include <gtest/gtest.h>

/// Compiled twice: for a moment, and with FD_MOVES for as many random moves, in four parts.
namespace fairdeal::rules {
namespace {

class HoldemLaws : public testing::TestWithParam<std::uint64_t> {};

TEST_P(HoldemLaws, HoldWhateverIsPlayed) { expect_laws(GetParam(), FD_MOVES / 4); }

INSTANTIATE_TEST_SUITE_P(Seeds, HoldemLaws, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace fairdeal::rules
