// The two short proofs: of a key (schnorr) and of equal logarithms (dleq).
#include "crypto/dleq.h"

#include <gtest/gtest.h>

#include "tests/crypto/flipped.h"
#include "tests/crypto/honest_table.h"

namespace fairdeal::crypto {
namespace {

class ShortProofs : public testing::TestWithParam<std::uint64_t> {};  // the seed
INSTANTIATE_TEST_SUITE_P(Seeds, ShortProofs, testing::Range<std::uint64_t>(1, 5));

TEST_P(ShortProofs, AKeyIsProvedAndItsProofReadBack) {
  HonestTable table(GetParam());
  const KeyProof proof = table.key_proof(0);
  EXPECT_TRUE(table.check_key(0, table.X[0], proof));
  const auto read_back = KeyProof::decode(proof.encode());
  ASSERT_TRUE(read_back);
  EXPECT_EQ(read_back->encode(), proof.encode());
}

TEST_P(ShortProofs, SharesOfOneToFortyPointsAreProvedInOne) {
  HonestTable table(GetParam(), 40);
  const auto all_A = table.locked(), all_D = table.shares(0);
  for (std::size_t K : {1U, 2U, 9U, 40U}) {
    const auto A = std::span(all_A).first(K), D = std::span(all_D).first(K);
    const DleqProof proof = table.decryption_proof(0, A, D);
    EXPECT_TRUE(table.check_decryption(0, A, D, proof)) << K;
    const auto read_back = DleqProof::decode(proof.encode());
    ASSERT_TRUE(read_back);
    EXPECT_EQ(read_back->encode(), proof.encode());
  }
}

TEST_P(ShortProofs, AnyFlippedBitIsRefused) {
  HonestTable table(GetParam());
  const auto key = table.key_proof(0).encode();
  for (std::size_t bit = 0; bit < 8 * key.size(); ++bit) {
    const auto proof = KeyProof::decode(flipped(key, bit));
    EXPECT_FALSE(proof && table.check_key(0, table.X[0], *proof)) << "bit " << bit;
  }

  const auto A = table.locked(), D = table.shares(0);
  const auto shares = table.decryption_proof(0, A, D).encode();
  for (std::size_t bit = 0; bit < 8 * shares.size(); ++bit) {
    const auto proof = DleqProof::decode(flipped(shares, bit));
    EXPECT_FALSE(proof && table.check_decryption(0, A, D, *proof)) << "bit " << bit;
  }
}

TEST_P(ShortProofs, OneFalseShareAmongManyIsRefused) {
  HonestTable table(GetParam(), 9);
  const auto A = table.locked(), D = table.shares(0);
  for (std::size_t k = 0; k < 9; ++k) {
    auto lie = D;
    lie[k] = lie[k] + Point::base();
    EXPECT_FALSE(table.check_decryption(0, A, lie, table.decryption_proof(0, A, lie))) << k;
  }
  auto swapped = D;
  std::swap(swapped[0], swapped[1]);
  EXPECT_FALSE(table.check_decryption(0, A, swapped, table.decryption_proof(0, A, swapped)));
}

TEST(ShortProofs, ErrorsThatCancelWithoutWeightsAreRefused) {
  // +E in one share and −E in another: their plain sum is right, their weighted one is not.
  HonestTable table(9);
  const auto A = table.locked();
  auto D = table.shares(0);
  D[0] = D[0] + pedersen_h();
  D[1] = D[1] - pedersen_h();
  EXPECT_FALSE(table.check_decryption(0, A, D, table.decryption_proof(0, A, D)));
}

TEST(ShortProofs, ARefusalSaysWhatIsWrong) {
  HonestTable table(10);
  const KeyProof proof = table.key_proof(0);
  EXPECT_EQ(table.check_key(1, table.X[1], proof).error().fault, Fault::bad_proof);
  EXPECT_EQ(KeyProof::decode(ByteArray<64>{}).error().fault, Fault::not_canonical);
}

}  // namespace
}  // namespace fairdeal::crypto
