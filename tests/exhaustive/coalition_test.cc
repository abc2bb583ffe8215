// Collusion: what all others together see of the card that one seat holds, over every key and
// mask that it can draw for it.
#include <array>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "crypto/shuffle.h"

namespace fairdeal::crypto {
namespace {

constexpr std::uint64_t kOrder = FD_TOY_ORDER;
const char* const kFields[] = {"X", "A", "B", "A'", "B'", "x·A'"};
using View = std::array<std::size_t, std::size(kFields)>;

/// The others' view, their own locks taken off, when the seat whose key is x is dealt `mine`,
/// and one of them card 2: the key, both cards after its shuffle, and its share of the second.
View seen(std::uint64_t x, std::uint64_t mask, std::uint64_t other_mask, std::uint32_t mine) {
  const Scalar key = Scalar::from_u64(x);
  const Point X = mul_base(key);
  const std::uint32_t order[] = {mine, 2, 1 - mine};
  ShuffleWitness witness{Permutation::of(order), Secrets<Scalar>(3)};
  witness.masks[0] = Scalar::from_u64(mask);
  witness.masks[1] = Scalar::from_u64(other_mask);
  witness.masks[2] = Scalar::from_u64(1);
  const Deck deck = shuffle(plain_deck(std::array{Face(0), Face(1), Face(2)}),
                            prepare_masks(X, witness), witness);
  const auto number = [](const Point& point) {
    return std::to_integer<std::size_t>(point.encode()[0]);
  };
  return {number(X),         number(deck[0].A), number(deck[0].B),
          number(deck[1].A), number(deck[1].B), number(key * deck[1].A)};
}

/// How often two fields had each pair of values.
using Counts = std::vector<std::int64_t>;

/// Half the sum of differences: 0 if the hands look the same, 1 if they never do.
double distance(const Counts& a, const Counts& b) {
  std::int64_t differ = 0, all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    differ += std::abs(a[i] - b[i]);
    all += a[i] + b[i];
  }
  return static_cast<double>(differ) / static_cast<double>(all);
}

/// No two things that they see tell one hand from the other, but by what a mask of zero would give
/// away, one chance in the group's order. All of key and card together do: that nobody can use
/// this is the decisional Diffie–Hellman assumption, and here the group is small.
TEST(Coalition, A27_SeesTheSameWhicheverCardTheLastSeatHolds) {
  constexpr std::size_t kAll = std::size(kFields);
  std::array<std::vector<Counts>, 2> pairs;
  std::array<Counts, 2> together;
  for (const std::uint32_t mine : {0u, 1u}) {
    pairs[mine].assign(kAll * kAll, Counts(kOrder * kOrder));
    together[mine].resize(kOrder * kOrder * kOrder);
    for (std::uint64_t x = 1; x < kOrder; ++x)
      for (std::uint64_t mask = 1; mask < kOrder; ++mask)
        for (std::uint64_t other = 1; other < kOrder; other += 9) {  // some
          const View view = seen(x, mask, other, mine);
          for (std::size_t a = 0; a < kAll; ++a)
            for (std::size_t b = 0; b < a; ++b)
              ++pairs[mine][kAll * a + b][kOrder * view[a] + view[b]];
          ++together[mine][kOrder * (kOrder * view[0] + view[1]) + view[2]];
        }
  }
  for (std::size_t a = 0; a < kAll; ++a)
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_LE(distance(pairs[0][kAll * a + b], pairs[1][kAll * a + b]), 2.0 / kOrder)
          << kFields[a] << " and " << kFields[b];
  EXPECT_EQ(distance(together[0], together[1]), 1);
}

}  // namespace
}  // namespace fairdeal::crypto
