// Our arithmetic against libsodium's, which shares no line with it: the same answer for every
// input, and the same inputs refused. 20,000 of each, or kCases; the nightly test tries millions.
#include <sodium.h>

#include <gtest/gtest.h>

#include "base/hex.h"
#include "base/seeded_rng.h"
#include "crypto/curve/msm.h"
#include "tests/crypto/vector_file.h"
#include "tests/run_size.h"

namespace fairdeal::crypto {
namespace {

const int kCases = static_cast<int>(sizes::number_in("FD_CASES", 20'000));

using Raw = ByteArray<32>;

/// One byte string in many: random, or nearly a special one.
class Inputs {
 public:
  explicit Inputs(std::uint64_t seed) : rng_(seed) {}

  /// Random, or p, ℓ, 0, 2^k … give or take a little.
  Raw bytes() {
    Raw out{};
    switch (rng_.below(6)) {
      case 0:
        out = kNearP;
        break;
      case 1:
        out = kOrder;
        break;
      case 2:
        out[rng_.below(32)] = std::byte(1 << rng_.below(8));
        break;
      case 3:
        break;
      default:
        rng_.fill(out);
        return out;
    }
    const auto step = static_cast<int>(rng_.below(41)) - 20;
    out[0] = static_cast<std::byte>(std::to_integer<int>(out[0]) + step);
    if (rng_.below(4) == 0) out[31] ^= std::byte{0x80};
    return out;
  }
  Scalar scalar() {
    const auto special = Scalar::decode(bytes());
    return special ? *special : Scalar::random(rng_);
  }
  ByteArray<64> uniform() {
    ByteArray<64> out;
    const Raw low = bytes(), high = bytes();
    std::copy(low.begin(), low.end(), out.begin());
    std::copy(high.begin(), high.end(), out.begin() + 32);
    return out;
  }
  Point point() {
    switch (rng_.below(16)) {
      case 0:
        return Point();
      case 1:
        return Point::base();
      default:
        return Point::from_uniform(uniform());
    }
  }

 private:
  static inline const Raw kNearP = [] {
    Raw p;
    p.fill(std::byte{0xff});
    p[0] = std::byte{0xed};
    p[31] = std::byte{0x7f};
    return p;
  }();
  static inline const Raw kOrder =
      unhex<32>("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
  SeededRng rng_;
};

TEST(Differential, ScalarsAddSubtractMultiplyAndInvertAlike) {
  Inputs inputs(1);
  for (int i = 0; i < kCases; ++i) {
    const Scalar a = inputs.scalar(), b = inputs.scalar();
    const Raw x = a.encode(), y = b.encode();
    Raw expected;
    crypto_core_ristretto255_scalar_add(uchars(expected), uchars(x), uchars(y));
    ASSERT_EQ((a + b).encode(), expected) << to_hex(x) << " + " << to_hex(y);
    crypto_core_ristretto255_scalar_sub(uchars(expected), uchars(x), uchars(y));
    ASSERT_EQ((a - b).encode(), expected) << to_hex(x) << " - " << to_hex(y);
    crypto_core_ristretto255_scalar_mul(uchars(expected), uchars(x), uchars(y));
    ASSERT_EQ((a * b).encode(), expected) << to_hex(x) << " * " << to_hex(y);
    crypto_core_ristretto255_scalar_negate(uchars(expected), uchars(x));
    ASSERT_EQ((-a).encode(), expected) << "-" << to_hex(x);
    if (i % 16 != 0 || a.is_zero()) continue;
    ASSERT_EQ(crypto_core_ristretto255_scalar_invert(uchars(expected), uchars(x)), 0);
    ASSERT_EQ(a.inverse().encode(), expected) << "1 / " << to_hex(x);
  }
}

TEST(Differential, WideScalarsReduceAlikeAndDecodeIfTheyAreReduced) {
  Inputs inputs(2);
  for (int i = 0; i < kCases; ++i) {
    const auto wide = inputs.uniform();
    Raw expected;
    crypto_core_ristretto255_scalar_reduce(uchars(expected), uchars(wide));
    ASSERT_EQ(Scalar::wide(wide).encode(), expected) << to_hex(wide);

    ByteArray<64> padded{};
    const Raw bytes = inputs.bytes();
    std::copy(bytes.begin(), bytes.end(), padded.begin());
    crypto_core_ristretto255_scalar_reduce(uchars(expected), uchars(padded));
    ASSERT_EQ(Scalar::decode(bytes).has_value(), bytes == expected) << to_hex(bytes);
  }
}

TEST(Differential, TheSameStringsArePoints) {
  Inputs inputs(3);
  int valid = 0;
  for (int i = 0; i < kCases; ++i) {
    Raw bytes = inputs.bytes();
    if (i % 2 == 0) bytes[0] &= std::byte{0xfe};  // or nearly all are refused as negative
    const bool top_bit = (bytes[31] & std::byte{0x80}) != std::byte{0};  // 1.0.18 ignores it
    const bool expected = !top_bit && crypto_core_ristretto255_is_valid_point(uchars(bytes)) == 1;
    const auto point = Point::decode(bytes);
    ASSERT_EQ(point.has_value(), expected) << to_hex(bytes);
    if (!point) continue;
    ++valid;
    ASSERT_EQ(point->encode(), bytes);
    ASSERT_EQ((*point + Point()).encode(), bytes) << "encoded anew";
  }
  EXPECT_GT(valid, kCases / 20);
}

TEST(Differential, PointsAddSubtractAndCompareAlike) {
  Inputs inputs(4);
  Point P = inputs.point();
  for (int i = 0; i < kCases; ++i) {
    const Point Q = i % 50 == 0 ? P : i % 50 == 1 ? -P : inputs.point();
    const Raw x = P.encode(), y = Q.encode();
    Raw sum, difference;
    ASSERT_EQ(crypto_core_ristretto255_add(uchars(sum), uchars(x), uchars(y)), 0);
    ASSERT_EQ(crypto_core_ristretto255_sub(uchars(difference), uchars(x), uchars(y)), 0);
    ASSERT_EQ((P + Q).encode(), sum) << to_hex(x) << " + " << to_hex(y);
    ASSERT_EQ((P - Q).encode(), difference) << to_hex(x) << " - " << to_hex(y);
    ASSERT_EQ(P == Q, x == y);
    ASSERT_EQ(P.is_identity(), x == Raw{});
    P = i % 100 == 99 ? Q : P + Q;
  }
}

TEST(Differential, TheOneWayMapIsTheSame) {
  Inputs inputs(5);
  for (int i = 0; i < kCases; ++i) {
    const auto uniform = inputs.uniform();
    Raw expected;
    crypto_core_ristretto255_from_hash(uchars(expected), uchars(uniform));
    ASSERT_EQ(Point::from_uniform(uniform).encode(), expected) << to_hex(uniform);
  }
}

TEST(Differential, ProductsAreTheSame) {
  Inputs inputs(6);
  for (int i = 0; i < kCases / 4; ++i) {
    const Scalar k = inputs.scalar();
    const Point P = inputs.point();
    const Raw s = k.encode(), x = P.encode();
    Raw product{}, of_base{};  // libsodium refuses to name O as a product
    if (crypto_scalarmult_ristretto255(uchars(product), uchars(s), uchars(x)) != 0) product = {};
    if (crypto_scalarmult_ristretto255_base(uchars(of_base), uchars(s)) != 0) of_base = {};
    ASSERT_EQ((k * P).encode(), product) << to_hex(s) << " * " << to_hex(x);
    ASSERT_EQ(mul_base(k).encode(), of_base) << to_hex(s);
    ASSERT_EQ(msm_vartime(std::span(&k, 1), std::span(&P, 1)).encode(), product) << to_hex(s);
  }
}

/// Sums of every size at which another method is chosen.
TEST(Differential, SumsOfProductsAreTheSame) {
  Inputs inputs(7);
  for (const std::size_t size : {2u, 3u, 4u, 5u, 7u, 8u, 9u, 16u, 63u, 255u, 256u, 300u, 1025u}) {
    std::vector<Scalar> scalars;
    std::vector<Point> points;
    Raw sum{};
    for (std::size_t i = 0; i < size; ++i) {
      scalars.push_back(inputs.scalar());
      points.push_back(inputs.point());
      const Raw s = scalars[i].encode(), x = points[i].encode();
      Raw product;
      if (crypto_scalarmult_ristretto255(uchars(product), uchars(s), uchars(x)) != 0) continue;
      ASSERT_EQ(crypto_core_ristretto255_add(uchars(sum), uchars(sum), uchars(product)), 0);
    }
    ASSERT_EQ(msm(scalars, points).encode(), sum) << size;
    ASSERT_EQ(msm_vartime(scalars, points).encode(), sum) << size;
  }
}

}  // namespace
}  // namespace fairdeal::crypto
