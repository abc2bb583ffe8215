// Every statement of a group of order 101, true and false (tests/toy/group_toy.cc).
#include "crypto/dleq.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "tests/crypto/chosen_rng.h"

namespace fairdeal::crypto {
namespace {

constexpr std::uint64_t kOrder = FD_TOY_ORDER;

Scalar number(std::uint64_t k) { return Scalar::from_u64(k); }
Point point(std::uint64_t k) { return mul_base(number(k)); }

/// The challenge of a proof about one pair.
Scalar challenge(const DleqStatement& statement, const DleqProof& proof, ByteSpan context) {
  Transcript transcript("dleq", context);
  transcript.append("X", std::array{statement.X});
  transcript.append("A", statement.A);
  transcript.append("D", statement.D);
  transcript.weights("w", 1);
  transcript.append("R", std::array{proof.R1, proof.R2});
  return transcript.challenge("c");
}

TEST(DleqExhaustive, EveryTrueStatementIsAccepted) {
  SeededRng rng(1);
  for (std::uint64_t x = 0; x < kOrder; ++x)
    for (std::uint64_t a = 0; a < kOrder; ++a) {
      const std::array A{point(a), point(a * a + 1)};
      const std::array D{number(x) * A[0], number(x) * A[1]};
      const DleqStatement statement{point(x), A, D};
      const DleqProof proof = prove_dleq(statement, Secret(number(x)), as_bytes("here"), rng);
      EXPECT_TRUE(each_holds(dleq_equations(statement, proof, as_bytes("here")), 2))
          << "x " << x << " a " << a;
    }
}

/// How many of all commitments let a cheat about X, A, D through, with the best s for each.
std::size_t lucky_commitments(std::uint64_t x, std::span<const Point> A, std::span<const Point> D) {
  const DleqStatement statement{point(x), A, D};
  std::size_t lucky = 0;
  for (std::uint64_t r1 = 0; r1 < kOrder; ++r1)
    for (std::uint64_t r2 = 0; r2 < kOrder; ++r2) {
      DleqProof proof{.R1 = point(r1), .R2 = point(r2), .s = {}};
      Transcript transcript("dleq", {});
      transcript.append("X", std::array{statement.X});
      transcript.append("A", A);
      transcript.append("D", D);
      transcript.weights("w", A.size());
      transcript.append("R", std::array{proof.R1, proof.R2});
      proof.s = number(r1) + transcript.challenge("c") * number(x);  // the first equation holds
      lucky += each_holds(dleq_equations(statement, proof, {}), 2);
    }
  return lucky;
}

/// Around one in 101, by six standard deviations.
void expect_one_in_q(std::size_t lucky, const std::string& what) {
  const double mean = static_cast<double>(kOrder);  // of kOrder² commitments
  EXPECT_NEAR(static_cast<double>(lucky), mean, 6 * std::sqrt(mean)) << what;
}

TEST(DleqExhaustive, AFalseStatementPassesForOneCommitmentInQ) {
  for (std::uint64_t x : {1U, 2U, 57U, 100U})
    for (std::uint64_t d : {1U, 50U, 100U}) {
      const std::array A{point(3 * x + 1)};
      const std::array D{number(x) * A[0] + point(d)};
      expect_one_in_q(lucky_commitments(x, A, D),
                      "x " + std::to_string(x) + " d " + std::to_string(d));
    }
}

TEST(DleqExhaustive, OverEveryFalseStatementACommitmentPassesOnceInQ) {
  double tried = 0, passed = 0;
  for (std::uint64_t x = 0; x < kOrder; ++x)
    for (std::uint64_t a = 0; a < kOrder; a += 10)
      for (std::uint64_t d = 1; d < kOrder; ++d) {
        const std::array A{point(a)};
        const std::array D{number(x) * A[0] + point(d)};
        const DleqStatement statement{point(x), A, D};
        DleqProof proof{.R1 = point(a + 7), .R2 = point(d + 9), .s = {}};
        proof.s = number(a + 7) + challenge(statement, proof, {}) * number(x);
        passed += each_holds(dleq_equations(statement, proof, {}), 2);
        ++tried;
      }
  const double mean = tried / static_cast<double>(kOrder);
  EXPECT_NEAR(passed, mean, 6 * std::sqrt(mean)) << "of " << tried;
}

TEST(DleqExhaustive, OneFalseShareAmongTrueOnesPassesForOneCommitmentInQ) {
  for (std::size_t false_one = 0; false_one < 3; ++false_one) {
    const std::array A{point(5), point(9), point(77)};
    std::array D{number(31) * A[0], number(31) * A[1], number(31) * A[2]};
    D[false_one] = D[false_one] + point(1);
    expect_one_in_q(lucky_commitments(31, A, D), "false at " + std::to_string(false_one));
  }
}

TEST(DleqExhaustive, TheWeightsHideALieOnceInQ) {
  std::size_t hidden = 0;  // statements for which some weight makes the lie vanish
  constexpr std::size_t kStatements = 20'000;
  SeededRng rng(2);
  for (std::size_t i = 0; i < kStatements; ++i) {
    const std::array A{Point::from_uniform(ByteArray<64>{}), mul_base(Scalar::random_nonzero(rng))};
    const std::array D{A[0] + point(1), A[1] + mul_base(Scalar::random_nonzero(rng))};  // x = 1
    Transcript transcript("dleq", {});
    transcript.append("X", std::array{Point::base()});
    transcript.append("A", A);
    transcript.append("D", D);
    const auto w = transcript.weights("w", 2);
    hidden += (w[0] * (D[0] - A[0]) + w[1] * (D[1] - A[1])).is_identity();
  }
  const double mean = static_cast<double>(kStatements) / static_cast<double>(kOrder);
  EXPECT_NEAR(static_cast<double>(hidden), mean, 6 * std::sqrt(mean));
}

TEST(DleqExhaustive, TwoAcceptedAnswersToOneCommitmentGiveTheWitness) {
  std::size_t extracted = 0;
  for (std::uint64_t x = 0; x < kOrder; ++x)
    for (std::uint64_t r = 0; r < kOrder; r += 5) {
      const std::array A{point(7 * r + 1)};
      const std::array D{number(x) * A[0]};
      const DleqStatement statement{point(x), A, D};
      const auto prove = [&](ByteSpan context) {
        ChosenRng nonce({r});
        return prove_dleq(statement, Secret(number(x)), context, nonce);
      };
      // Two contexts stand for a prover who is asked twice; R1 and s alone give x.
      const DleqProof here = prove(as_bytes("here")), there = prove(as_bytes("there"));
      ASSERT_EQ(here.R1, there.R1);
      const Scalar c = challenge(statement, here, as_bytes("here")) -
                       challenge(statement, there, as_bytes("there"));
      if (c.is_zero()) continue;
      EXPECT_EQ((here.s - there.s) * c.inverse(), number(x));
      ++extracted;
    }
  EXPECT_GT(extracted, 20u * 98);
}

}  // namespace
}  // namespace fairdeal::crypto
