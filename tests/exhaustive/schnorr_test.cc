// Every key and every nonce of a group of order 101 (tests/toy/group_toy.cc).
#include "crypto/schnorr.h"

#include <gtest/gtest.h>

#include "tests/crypto/chosen_rng.h"

namespace fairdeal::crypto {
namespace {

constexpr std::uint64_t kOrder = FD_TOY_ORDER;

Scalar number(std::uint64_t k) { return Scalar::from_u64(k); }

Scalar challenge(const Point& X, const Point& R, ByteSpan context) {
  Transcript transcript("key", context);
  transcript.append("X", std::array{X});
  transcript.append("R", std::array{R});
  return transcript.challenge("c");
}

KeyProof prove(std::uint64_t x, std::uint64_t r, ByteSpan context) {
  ChosenRng nonce({r});
  return prove_key(Secret(number(x)), context, nonce);
}

TEST(SchnorrExhaustive, EveryHonestProofIsAccepted) {
  for (std::uint64_t x = 1; x < kOrder; ++x)
    for (std::uint64_t r = 0; r < kOrder; ++r)
      EXPECT_TRUE(each_holds(
          key_equations(mul_base(number(x)), prove(x, r, as_bytes("here")), as_bytes("here")), 1))
          << "x " << x << " r " << r;
}

TEST(SchnorrExhaustive, TheIdentityIsNoKey) {
  for (std::uint64_t r = 0; r < kOrder; ++r)
    EXPECT_FALSE(key_equations(Point(), prove(0, r, {}), {}));
}

TEST(SchnorrExhaustive, ForEveryKeyAndCommitmentExactlyOneResponsePasses) {
  for (std::uint64_t x = 1; x < kOrder; x += 7)
    for (std::uint64_t r = 0; r < kOrder; ++r) {
      std::size_t accepted = 0;
      const Point X = mul_base(number(x)), R = mul_base(number(r));
      for (std::uint64_t s = 0; s < kOrder; ++s)
        accepted += each_holds(key_equations(X, {.R = R, .s = number(s)}, {}), 1);
      EXPECT_EQ(accepted, 1u) << "x " << x << " r " << r;
    }
}

TEST(SchnorrExhaustive, TwoAcceptedAnswersToOneCommitmentGiveTheKey) {
  std::size_t extracted = 0;
  for (std::uint64_t x = 1; x < kOrder; ++x)
    for (std::uint64_t r = 0; r < kOrder; ++r) {
      const KeyProof here = prove(x, r, as_bytes("here")), there = prove(x, r, as_bytes("there"));
      ASSERT_EQ(here.R, there.R);
      const Point X = mul_base(number(x));
      const Scalar c =
          challenge(X, here.R, as_bytes("here")) - challenge(X, here.R, as_bytes("there"));
      if (c.is_zero()) continue;  // one in 101
      EXPECT_EQ((here.s - there.s) * c.inverse(), number(x));
      ++extracted;
    }
  EXPECT_GT(extracted, 98u * (kOrder - 1));
}

}  // namespace
}  // namespace fairdeal::crypto
