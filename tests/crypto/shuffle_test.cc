#include "crypto/shuffle.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "crypto/sorting_network.h"
#include "tests/crypto/chosen_rng.h"
#include "tests/crypto/honest_table.h"

namespace fairdeal::crypto {
namespace {

using Order = std::vector<std::uint32_t>;

Order order_of(const Permutation& permutation) {
  const auto order = permutation.order().expose();
  return {order.begin(), order.end()};
}

/// Σ (seen − expected)² / expected.
template <class Counts>
double chi_square(const Counts& counts, double expected) {
  double sum = 0;
  for (const double seen : counts) sum += (seen - expected) * (seen - expected) / expected;
  return sum;
}

/// A chi-square value has mean f and variance 2f; six standard deviations either way.
void expect_plausible(double value, double degrees_of_freedom) {
  EXPECT_NEAR(value, degrees_of_freedom, 6 * std::sqrt(2 * degrees_of_freedom));
}

TEST(Permutation, EveryOrderOfFewThingsIsEquallyLikely) {
  SeededRng rng(1);
  std::size_t orders = 1;
  for (std::size_t n = 2; n <= 6; ++n) {
    orders *= n;
    const std::size_t draws = 200 * orders;
    std::map<Order, double> counts;
    for (std::size_t i = 0; i < draws; ++i) ++counts[order_of(Permutation::random(n, rng))];
    ASSERT_EQ(counts.size(), orders);
    std::vector<double> seen;
    for (const auto& [order, count] : counts) seen.push_back(count);
    expect_plausible(chi_square(seen, 200), static_cast<double>(orders - 1));
  }
}

TEST(Attacks, A23_EveryCardIsEquallyLikelyAtEveryPosition) {
  constexpr std::size_t n = 52, kShuffles = 100'000;
  SeededRng rng(2);
  std::vector<double> card_at(n * n, 0);
  double neighbours_kept = 0, moved = 0;
  for (std::size_t i = 0; i < kShuffles; ++i) {
    const Permutation permutation = Permutation::random(n, rng);
    const auto order = permutation.order().expose();
    for (std::size_t j = 0; j < n; ++j) {
      ++card_at[n * j + order[j]];
      moved += std::abs(static_cast<double>(order[j]) - static_cast<double>(j));
      if (j > 0) neighbours_kept += order[j] == order[j - 1] + 1;
    }
  }
  // Each row and each column has a fixed sum: 51² degrees of freedom.
  expect_plausible(chi_square(card_at, kShuffles / double{n}) * (n - 1) / double{n}, 51 * 51);
  // (n−1)/n successors stay next to their card, and a card moves by (n²−1)/3n on average.
  EXPECT_NEAR(neighbours_kept / kShuffles, 51.0 / 52, 0.02);
  EXPECT_NEAR(moved / kShuffles / n, (52.0 * 52 - 1) / (3 * 52), 0.05);
}

TEST(Attacks, A23_OneHonestShufflerAmongOthersIsEnough) {
  SeededRng rng(3);
  constexpr std::size_t kHands = 24 * 500;
  const std::array before{3u, 2u, 1u, 0u}, after{1u, 2u, 3u, 0u};  // what the others always do
  std::map<Order, double> counts;
  for (std::size_t i = 0; i < kHands; ++i) {
    std::vector<Scalar> cards;
    for (std::uint64_t k = 0; k < 4; ++k) cards.push_back(Scalar::from_u64(k));
    const auto first = Permutation::of(before).apply(cards);
    const auto second = Permutation::random(4, rng).apply(first.expose());
    const auto third = Permutation::of(after).apply(second.expose());
    Order order;
    for (const Scalar& card : third.expose())
      order.push_back(std::to_integer<std::uint32_t>(card.encode()[0]));
    ++counts[order];
  }
  ASSERT_EQ(counts.size(), 24u);
  std::vector<double> seen;
  for (const auto& [order, count] : counts) seen.push_back(count);
  expect_plausible(chi_square(seen, 500), 23);
}

TEST(SortingNetwork, SortsEverything) {
  // Knuth, volume 3, 5.3.4, theorem Z: what sorts all zeros and ones sorts everything.
  for (std::uint32_t n = 0; n <= 12; ++n) {
    const auto network = sorting_network(n);
    for (std::uint32_t bits = 0; bits < 1u << n; ++bits) {
      std::vector<std::uint32_t> things;
      for (std::uint32_t i = 0; i < n; ++i) things.push_back(bits >> i & 1);
      for (const auto& [low, high] : network) {
        ASSERT_LT(low, high);
        if (things.at(low) > things.at(high)) std::swap(things[low], things[high]);
      }
      ASSERT_TRUE(std::ranges::is_sorted(things)) << n << ": " << bits;
    }
  }
}

TEST(Permutation, TakesWhatItsOrderSays) {
  SeededRng rng(8);
  for (std::size_t round = 0; round < 60; ++round) {
    const std::size_t n = round < 20 ? round : rng.below(601);
    const Permutation permutation = Permutation::random(n, rng);
    std::vector<Scalar> in;
    for (std::size_t i = 0; i < n; ++i) in.push_back(Scalar::random(rng));
    const auto out = permutation.apply(in);
    for (std::size_t j = 0; j < n; ++j) ASSERT_EQ(out[j], in[permutation.order()[j]]) << n;
  }
}

TEST(Permutation, AppliesToScalarsAndCardsAlike) {
  HonestTable table(4, 9);
  std::vector<Scalar> scalars;
  for (std::uint64_t k = 0; k < 9; ++k) scalars.push_back(Scalar::from_u64(k));
  const Permutation permutation = Permutation::random(9, table.rng);
  const auto moved = permutation.apply(scalars);
  const Deck deck = permutation.apply(table.in);
  for (std::size_t j = 0; j < 9; ++j) {
    EXPECT_EQ(moved[j], scalars[permutation.order()[j]]);
    EXPECT_EQ(deck[j], table.in[permutation.order()[j]]);
  }
}

TEST(Permutation, OfOneOrNoneThingIsItself) {
  SeededRng rng(5);
  EXPECT_EQ(Permutation::random(0, rng).size(), 0u);
  EXPECT_EQ(order_of(Permutation::random(1, rng)), Order{0});
}

TEST(PermutationDeathTest, WhatIsNoPermutationIsAMistakeOfOurs) {
  EXPECT_DEATH(Permutation::of(std::array{0u, 0u}), "CHECK");
  EXPECT_DEATH(Permutation::of(std::array{0u, 2u}), "CHECK");
}

TEST(Shuffle, MasksEveryCardAnewAndKeepsItsFace) {
  HonestTable table(6, 5, 1);
  const Scalar& x = table.x[0].expose();
  for (std::size_t j = 0; j < 5; ++j) {
    const MaskedCard &from = table.in[table.witness.permutation.order()[j]], &to = table.out[j];
    const Scalar& r = table.witness.masks[j];
    EXPECT_EQ(to, (MaskedCard{from.A + mul_base(r), from.B + r * table.joint}));
    EXPECT_EQ(to.B - x * to.A, from.B - x * from.A);
  }
}

TEST(Shuffle, WithPreparedMasksIsTheSame) {
  HonestTable table(7, 6, 2);
  const auto masks = prepare_masks(table.joint, table.witness);
  EXPECT_EQ(shuffle(table.in, masks, table.witness), table.out);
}

TEST(Attacks, A25_NoMaskIsZeroWhateverIsDrawn) {
  // One number for the order of two cards, then masks: a zero is drawn again.
  ChosenRng zeros_first({0, 0, 0, 7, 0, 9});
  const ShuffleWitness witness = draw_shuffle(2, zeros_first);
  EXPECT_EQ(witness.masks[0], Scalar::from_u64(7));
  EXPECT_EQ(witness.masks[1], Scalar::from_u64(9));
}

}  // namespace
}  // namespace fairdeal::crypto
