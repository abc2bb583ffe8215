// Every permutation of 2, 3 and 4 cards in a group of order 101 (tests/toy/group_toy.cc), by honest
// shufflers and by those of tests/crypto/shuffler.h.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "tests/crypto/chosen_rng.h"
#include "tests/crypto/second_verifier.h"
#include "tests/crypto/shuffler.h"

namespace fairdeal::crypto {
namespace {

constexpr std::uint64_t kOrder = FD_TOY_ORDER;
constexpr std::size_t kShuffleEquations = 4;

std::vector<std::vector<std::uint32_t>> permutations(std::uint32_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<std::uint32_t>> all;
  do all.push_back(order);
  while (std::ranges::next_permutation(order).found);
  return all;
}

/// A masked deck of n distinct cards, and a witness of the given order, none of whose results is
/// face up: over ristretto255 none ever is.
struct Example {
  Point X;
  Deck in, out;
  ShuffleWitness witness;

  Example(const std::vector<std::uint32_t>& order, Rng& rng)
      : X(mul_base(Scalar::random_nonzero(rng))) {
    std::vector<Face> faces;
    for (std::uint32_t k = 0; k < order.size(); ++k) faces.push_back(Face(k));
    do {
      witness = draw_shuffle(order.size(), rng);
      in = shuffle(plain_deck(faces), prepare_masks(X, witness), witness);
      witness = draw_shuffle(order.size(), rng);
      witness.permutation = Permutation::of(order);
      out = shuffle(in, prepare_masks(X, witness), witness);
    } while (std::ranges::any_of(out, [](const MaskedCard& c) { return c.A.is_identity(); }));
  }
  ShuffleStatement statement() const { return {X, in, out}; }
};

class EveryPermutation : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(N, EveryPermutation, testing::Values(2, 3, 4));

TEST_P(EveryPermutation, ByAnHonestShufflerIsAccepted) {
  SeededRng rng(GetParam());
  for (const auto& order : permutations(GetParam()))
    for (int round = 0; round < 50; ++round) {
      const Example example(order, rng);
      const auto proof = prove_shuffle(example.statement(), example.witness, as_bytes("here"), rng);
      second::Hearing hearing;
      const auto challenges =
          second::hear_shuffle(example.statement(), proof, as_bytes("here"), hearing);
      const bool accepted = second::shuffle_equations_hold(example.statement(), proof, challenges);
      EXPECT_EQ(accepted, !challenges.e.is_zero());  // e = 0 once in 101: never over ristretto255
      EXPECT_EQ(each_holds(shuffle_equations(example.statement(), proof, as_bytes("here")),
                           kShuffleEquations),
                accepted);
    }
}

/// A lie passes only if a challenge falls on a root: at most n − 1 of 101 values of x, or one of λ.
TEST_P(EveryPermutation, ByACheatPassesAboutOnceInQ) {
  const std::uint32_t n = GetParam();
  SeededRng rng(100 + n);
  std::map<std::string, std::size_t> passed, tried;
  const auto orders = permutations(n);
  const std::size_t rounds = 1200 / orders.size();
  for (const auto& order : orders)
    for (std::size_t round = 0; round < rounds; ++round) {
      const Example example(order, rng);
      for (Lie& lie : lies(example.in, example.X, example.witness))
        for (const bool bend : {false, true}) {
          lie.shuffler.bend_product = bend;
          const ShuffleStatement statement{example.X, example.in, lie.out};
          const auto proof = lie.shuffler.prove(statement, as_bytes("here"), rng);
          const bool accepted =
              each_holds(shuffle_equations(statement, proof, as_bytes("here")), kShuffleEquations);
          const std::string name = lie.name + (bend ? ", product bent" : "");
          passed[name] += accepted;
          ++tried[name];
        }
    }
  std::size_t total = 0;
  for (const auto& [name, times] : passed) {
    const double most = static_cast<double>(tried[name]) * (n + 1) / static_cast<double>(kOrder);
    EXPECT_LE(static_cast<double>(times), most + 6 * std::sqrt(most)) << name;
    total += times;
  }
  EXPECT_GT(total, 0u) << "over so small a group some lie must get through, or none was told well";
}

/// The visible parts of a proof about two cards, as numbers below 101: its fields, its challenges,
/// and what a curious mind would work out of them.
std::vector<std::size_t> columns(const ShuffleProof& proof, const second::Challenges& challenges) {
  std::vector<std::size_t> columns;
  const auto add = [&](ByteSpan encoded) {
    for (std::size_t i = 0; i < encoded.size(); i += 32)
      columns.push_back(std::to_integer<std::size_t>(encoded[i]));
  };
  add(proof.encode());
  for (const Scalar& t : challenges.t) add(t.encode());
  const auto& [t, lambda, x, e] = challenges;
  for (const Scalar& c : {lambda, x, e, t[0] - t[1], proof.f[0] - proof.f[1],
                          proof.g[0] - proof.g[1], e * (t[0] - t[1] - lambda)})
    add(c.encode());
  for (std::uint64_t i : {0U, 1U})
    for (std::uint64_t j : {0U, 1U}) {
      add((proof.f[j] - t[i]).encode());
      add((proof.g[j] - e * (lambda * Scalar::from_u64(i + 1) + t[i])).encode());
    }
  return columns;
}

/// A proof does not leak the permutation, as far as counting can see: over all that a prover draws,
/// no field favours a value, and no two fields or challenges depend on each other otherwise than in
/// proofs of the simulator, which knows no permutation; whatever the permutation is.
TEST(Attacks, A7_RealProofsAreDistributedAsSimulatedOnes) {
  constexpr std::size_t kProofs = 20'000, kBuckets = 11;
  const auto bucket = [](std::size_t value) { return value * kBuckets / kOrder; };
  for (const auto& order : permutations(2)) {
    SeededRng rng(7);
    const Example example(order, rng);
    std::vector<std::vector<std::size_t>> real, simulated;
    while (real.size() < kProofs) {
      const auto proof = prove_shuffle(example.statement(), example.witness, as_bytes("here"), rng);
      second::Hearing hearing;
      const auto heard =
          second::hear_shuffle(example.statement(), proof, as_bytes("here"), hearing);
      if (!heard.e.is_zero()) real.push_back(columns(proof, heard));
      const second::Challenges flipped = coins(2, rng);
      simulated.push_back(columns(simulate(example.statement(), flipped, rng), flipped));
    }
    const std::size_t fields = ShuffleProof::bytes(2) / 32, all = real[0].size();
    for (std::size_t a = 0; a < all; ++a) {
      std::vector<double> values(kOrder, 0);
      for (const auto& row : real) ++values[row[a]];
      double flat = 0;
      const double expected = static_cast<double>(kProofs) / static_cast<double>(kOrder);
      for (const double count : values) flat += std::pow(count - expected, 2) / expected;
      // A chi-square value of f degrees of freedom has mean f and variance 2f: six deviations.
      EXPECT_TRUE(a >= fields || flat < 100 + 6 * std::sqrt(200)) << "field " << a << ": " << flat;

      for (std::size_t b = a + 1; b < all; ++b) {
        std::vector<double> ours(kBuckets * kBuckets, 0), theirs = ours;
        for (const auto& row : real) ++ours[kBuckets * bucket(row[a]) + bucket(row[b])];
        for (const auto& row : simulated) ++theirs[kBuckets * bucket(row[a]) + bucket(row[b])];
        double differ = 0;
        for (std::size_t i = 0; i < ours.size(); ++i)
          if (ours[i] + theirs[i] > 0)
            differ += std::pow(ours[i] - theirs[i], 2) / (ours[i] + theirs[i]);
        EXPECT_LT(differ, 120 + 6 * std::sqrt(240)) << "fields " << a << " and " << b;
      }
    }
  }
}

}  // namespace
}  // namespace fairdeal::crypto
