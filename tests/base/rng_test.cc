#include "base/rng.h"

#include <array>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"

namespace fairdeal {
namespace {

TEST(Rng, BelowIsUniformWhereAPlainProductWouldNotBe) {
  // Of bound 3·2^62, multiplying alone would give multiples of 3 twice as often as the rest.
  SeededRng rng(1);
  constexpr std::uint64_t kBound = 3ull << 62;
  std::array<int, 3> thirds{};
  for (int i = 0; i < 30'000; ++i) {
    const std::uint64_t value = rng.below(kBound);
    ASSERT_LT(value, kBound);
    ++thirds[value % 3];
  }
  for (const int count : thirds) EXPECT_NEAR(count, 10'000, 6 * 82);
}

TEST(Rng, BelowOneIsZeroAndBelowAnyBoundIsBelowIt) {
  SeededRng rng(2);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng.below(1), 0u);
  for (std::uint64_t bound : {2ull, 3ull, 52ull, 1ull << 63, ~0ull})
    for (int i = 0; i < 100; ++i) EXPECT_LT(rng.below(bound), bound);
}

TEST(RngDeathTest, BelowNothingIsAMistakeOfOurs) {
  SeededRng rng(3);
  EXPECT_DEATH(rng.below(0), "CHECK");
}

}  // namespace
}  // namespace fairdeal
