#include "crypto/curve/scalar.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "tests/crypto/vector_file.h"

namespace fairdeal::crypto {
namespace {

Scalar number(std::uint64_t k) { return Scalar::from_u64(k); }

/// Numbers at which arithmetic modulo ℓ goes wrong first.
std::vector<Scalar> edges() {
  std::vector<Scalar> edges{number(0), number(1), number(2), number(~0ull), -number(1), -number(2)};
  Scalar power = number(1);
  for (int bit = 1; bit <= 252; ++bit) {
    power = power + power;
    if (bit % 32 <= 1 || bit >= 250) {
      edges.push_back(power);
      edges.push_back(power - number(1));
    }
  }
  return edges;
}

std::vector<Scalar> edges_and_random(std::uint64_t seed) {
  SeededRng rng(seed);
  std::vector<Scalar> all = edges();
  for (int i = 0; i < 20; ++i) all.push_back(Scalar::random(rng));
  return all;
}

TEST(Scalar, IsAField) {
  const auto all = edges_and_random(1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Scalar &a = all[i], &b = all[(i * 7 + 3) % all.size()],
                 &c = all[(i * 11 + 5) % all.size()];
    EXPECT_EQ(a + b, b + a);
    EXPECT_EQ(a * b, b * a);
    EXPECT_EQ((a + b) + c, a + (b + c));
    EXPECT_EQ((a * b) * c, a * (b * c));
    EXPECT_EQ(a * (b + c), a * b + a * c);
    EXPECT_EQ(a + number(0), a);
    EXPECT_EQ(a * number(1), a);
    EXPECT_EQ(a * number(0), number(0));
    EXPECT_EQ(a - b, a + -b);
    EXPECT_TRUE((a + -a).is_zero());
    EXPECT_EQ(-(-a), a);
    EXPECT_TRUE(a.is_zero() || a * a.inverse() == number(1));
  }
}

TEST(ScalarDeathTest, ZeroHasNoInverse) { EXPECT_DEATH(Scalar().inverse(), "CHECK"); }

TEST(Scalar, ResultsAreReduced) {
  for (const Scalar& a : edges_and_random(2))
    for (const Scalar& result : {a + a, a - number(2), a * a, -a}) {
      const auto read_back = Scalar::decode(result.encode());
      ASSERT_TRUE(read_back) << to_hex(result.encode());
      EXPECT_EQ(*read_back, result);
    }
}

TEST(Scalar, DecodesBelowTheOrderOnly) {
  const auto minus_one = (-number(1)).encode();  // ℓ − 1
  EXPECT_EQ(to_hex(minus_one), "ecd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
  EXPECT_TRUE(Scalar::decode(minus_one));
  auto bytes = minus_one;
  for (int above = 0; above < 19; ++above) {  // ℓ, ℓ + 1, …
    bytes[0] = static_cast<std::byte>(std::to_integer<int>(bytes[0]) + 1);
    EXPECT_FALSE(Scalar::decode(bytes)) << to_hex(bytes);
  }
  for (std::size_t bit = 253; bit < 256; ++bit) {
    ByteArray<32> high{};
    high[bit / 8] = std::byte(1 << bit % 8);
    EXPECT_FALSE(Scalar::decode(high)) << bit;
  }
}

TEST(Scalar, IntegersAreLittleEndian) {
  EXPECT_EQ(to_hex(number(0x0102030405060708).encode()),
            "0807060504030201000000000000000000000000000000000000000000000000");
  ByteArray<16> bytes{};
  bytes[8] = std::byte{1};
  EXPECT_EQ(Scalar::from_u128(bytes), number(~0ull) + number(1));
  bytes.fill(std::byte{0xff});
  EXPECT_EQ(to_hex(Scalar::from_u128(bytes).encode()),
            "ffffffffffffffffffffffffffffffff00000000000000000000000000000000");
}

TEST(Scalar, WideIsTheNumberReduced) {
  const Scalar two_to_64 = number(~0ull) + number(1);
  std::vector<ByteArray<64>> inputs(3);
  inputs[1].fill(std::byte{0xff});
  SeededRng rng(3);
  for (int i = 0; i < 100; ++i) rng.fill(inputs.emplace_back());
  for (const auto& bytes : inputs) {
    Scalar sum;  // Horner's rule over words of 64 bits
    for (std::size_t word = 8; word-- > 0;) {
      std::uint64_t value = 0;
      for (std::size_t i = 8; i-- > 0;)
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[8 * word + i]);
      sum = sum * two_to_64 + number(value);
    }
    EXPECT_EQ(Scalar::wide(bytes), sum) << to_hex(bytes);
  }
}

TEST(Scalar, RandomOnesUseAllTheirBits) {
  SeededRng rng(4);
  std::array<int, 252> ones{};
  for (int i = 0; i < 4096; ++i) {
    const auto bytes = Scalar::random(rng).encode();
    for (std::size_t bit = 0; bit < ones.size(); ++bit)
      ones[bit] += (bytes[bit / 8] >> (bit % 8) & std::byte{1}) != std::byte{0};
  }
  for (const int count : ones) EXPECT_NEAR(count, 2048, 6 * 32);
}

}  // namespace
}  // namespace fairdeal::crypto
