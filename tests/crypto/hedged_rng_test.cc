#include "crypto/hedged_rng.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <gtest/gtest.h>

#include "base/encode.h"
#include "tests/crypto/honest_table.h"
#include "tests/crypto/second_verifier.h"

namespace fairdeal::crypto {
namespace {

ByteArray<64> draw(std::string_view statement, std::string_view witness, std::uint64_t seed) {
  SeededRng source(seed);
  HedgedRng rng(as_bytes(statement), as_bytes(witness), source);
  ByteArray<64> out;
  rng.fill(out);
  return out;
}

TEST(HedgedRng, StatementWitnessAndSourceEachChangeWhatIsDrawn) {
  const auto drawn = draw("statement", "witness", 1);
  EXPECT_EQ(draw("statement", "witness", 1), drawn);
  EXPECT_NE(draw("Statement", "witness", 1), drawn);
  EXPECT_NE(draw("statement", "Witness", 1), drawn);
  EXPECT_NE(draw("statement", "witness", 2), drawn);
  EXPECT_NE(draw("statementw", "itness", 1), drawn) << "nor does one run into the other";
  const Bytes longer = Writer().raw(as_bytes("a")).u64(1).raw(as_bytes("b")).bytes();
  const Bytes more = Writer().raw(as_bytes("s")).u64(longer.size()).raw(as_bytes("a")).bytes();
  EXPECT_NE(draw("s", as_text(longer), 1), draw(as_text(more), "b", 1));
}

TEST(HedgedRng, GoesOnWithoutRepeatingItself) {
  SeededRng source(2);
  HedgedRng rng({}, {}, source);
  std::vector<ByteArray<64>> blocks(100);
  for (auto& block : blocks) rng.fill(block);
  std::sort(blocks.begin(), blocks.end());
  EXPECT_EQ(std::adjacent_find(blocks.begin(), blocks.end()), blocks.end());
}

TEST(HedgedRng, FillsAnyLengthWithBalancedBits) {
  SeededRng source(3);
  HedgedRng rng({}, {}, source);
  Bytes long_draw(100'003);
  rng.fill(long_draw);
  double ones = 0;
  for (const std::byte byte : long_draw) ones += std::popcount(std::to_integer<unsigned>(byte));
  const double bits = 8.0 * static_cast<double>(long_draw.size());
  EXPECT_NEAR(ones, bits / 2, 6 * std::sqrt(bits) / 2);
  for (const std::size_t length : {0u, 1u, 63u, 65u}) {
    Bytes out(length);
    rng.fill(out);
  }
}

// ---- A generator that repeats itself: the same nonce for two statements gives the witness away

/// A generator whose state is back where it was: a virtual machine restored, a process forked.
SeededRng restored() { return SeededRng(99); }

Scalar challenge(const Point& X, const Point& R, ByteSpan context) {
  Transcript transcript("key", context);
  transcript.append("X", std::array{X});
  transcript.append("R", std::array{R});
  return transcript.challenge("c");
}

/// s − s' = (c − c')·x if both proofs have the nonce of `first`.
Scalar extracted(const Point& X, const KeyProof& first, ByteSpan here, const KeyProof& second,
                 ByteSpan there) {
  const Scalar c = challenge(X, first.R, here) - challenge(X, second.R, there);
  return (first.s - second.s) * c.inverse();
}

TEST(Attacks, A24_AReusedNonceGivesTheKeyAndTheHedgeDoesNotReuseIt) {
  HonestTable table(4);
  const Scalar& x = table.x[0].expose();
  const Bytes here = to_bytes("here"), there = to_bytes("there");
  SeededRng once = restored(), again = restored();
  const KeyProof first = prove_key(table.x[0], here, once);
  const KeyProof second = prove_key(table.x[0], there, again);
  EXPECT_EQ(first.R, second.R);
  EXPECT_EQ(extracted(table.X[0], first, here, second, there), x);

  const auto hedged = [&](const Bytes& context) {
    SeededRng source = restored();
    HedgedRng rng(context, x.encode(), source);
    return prove_key(table.x[0], context, rng);
  };
  const KeyProof third = hedged(here), fourth = hedged(there);
  EXPECT_NE(third.R, fourth.R);
  EXPECT_NE(extracted(table.X[0], third, here, fourth, there), x);
  EXPECT_EQ(hedged(here).encode(), third.encode()) << "the same proof twice tells nothing new";
}

TEST(Attacks, A24_AReusedNonceGivesAShuffleAwayAndTheHedgeDoesNotReuseIt) {
  // Proved twice with the same draws at two places: f_j − f'_j = t_π(j) − t'_π(j), so every π(j) is
  // the i for which that holds.
  HonestTable table(5, 6);
  const auto cards_known = [&](auto&& prove) {
    const Bytes here = to_bytes("here"), there = to_bytes("there");
    const ShuffleProof first = prove(here), other = prove(there);
    second::Hearing hearing;
    const auto t_here = second::hear_shuffle(table.statement(), first, here, hearing).t;
    const auto t_there = second::hear_shuffle(table.statement(), other, there, hearing).t;
    std::size_t known = 0;
    for (std::size_t j = 0; j < 6; ++j)
      for (std::uint32_t i = 0; i < 6; ++i)
        if (first.f[j] - other.f[j] == t_here[i] - t_there[i]) {
          EXPECT_EQ(i, table.witness.permutation.order()[j]);
          ++known;
        }
    return known;
  };
  EXPECT_EQ(cards_known([&](const Bytes& context) {
              SeededRng rng = restored();
              return prove_shuffle(table.statement(), table.witness, context, rng);
            }),
            6u);
  EXPECT_EQ(cards_known([&](const Bytes& context) {
              SeededRng source = restored();
              HedgedRng rng(context, table.witness.masks[0].encode(), source);
              return prove_shuffle(table.statement(), table.witness, context, rng);
            }),
            0u);
}

}  // namespace
}  // namespace fairdeal::crypto
