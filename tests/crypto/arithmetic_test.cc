// The ways to compute one sum, each by itself: msm.cc chooses one for a machine and a size, and
// here every one must give what the slowest and plainest gives.
#include <functional>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/curve/coordinates.h"
#include "crypto/curve/digits.h"
#include "crypto/curve/fixed_base.h"
#include "crypto/curve/ifma/lanes.h"
#include "crypto/curve/msm.h"
#include "crypto/curve/pippenger.h"
#include "crypto/curve/ristretto.h"
#include "crypto/curve/straus.h"
#include "crypto/curve/wnaf_table.h"

namespace fairdeal::crypto {
namespace {

struct Example {
  explicit Example(std::size_t n, std::uint64_t seed) {
    SeededRng rng(seed);
    for (std::size_t i = 0; i < n; ++i) {
      ByteArray<64> uniform;
      rng.fill(uniform);
      points.push_back(i % 9 == 3 ? Point() : Point::from_uniform(uniform));
      scalars.push_back(i % 7 == 2 ? Scalar() : Scalar::random(rng));
      sum = sum + scalars[i] * points[i];
    }
  }
  std::vector<Scalar> scalars;
  std::vector<Point> points;
  Point sum;
};

TEST(Arithmetic, EveryWayToASumGivesTheSame) {
  for (const std::size_t n : {0u, 1u, 2u, 7u, 8u, 9u, 40u, 511u, 512u, 513u}) {
    const Example t(n, n);
    EXPECT_EQ(Coordinates::point(straus(t.scalars, t.points)), t.sum) << n;
    EXPECT_EQ(Coordinates::point(straus_vartime(t.scalars, t.points)), t.sum) << n;
    EXPECT_EQ(Coordinates::point(pippenger_vartime(t.scalars, t.points)), t.sum) << n;
    if (!eight::available()) continue;
    EXPECT_EQ(straus_eight(std::array{ScalarProducts{t.scalars, t.points}})[0], t.sum) << n;
    EXPECT_EQ(Coordinates::point(pippenger_eight_vartime(t.scalars, t.points)), t.sum) << n;
    EXPECT_EQ(Coordinates::point(straus_four_vartime(t.scalars, t.points)), t.sum) << n;
  }
}

/// Scalars at the ends of what digits can say, points that meet themselves, their negatives and O
/// in a bucket.
TEST(Arithmetic, SumsInVariableTimeHaveNoSpecialCase) {
  SeededRng rng(5);
  const Scalar one = Scalar::from_u64(1);
  std::vector<Scalar> ends{Scalar(), one, -one};
  for (Scalar power = one; ends.size() < 3 * 253; power = power + power)
    ends.insert(ends.end(), {power, power - one, -power});
  const auto of_bytes = [&](std::size_t bytes) {
    ByteArray<16> random{};
    rng.fill(std::span(random).first(bytes));
    return Scalar::from_u128(random);
  };
  const Point P = mul_base(Scalar::random(rng));
  const std::array some{P, -P, Point(), P + P, P + Point::base() - Point::base(), Point::base()};
  const std::function<Scalar(std::size_t)> kinds[] = {
      [&](std::size_t i) { return ends[i % ends.size()]; },
      [&](std::size_t) { return of_bytes(16); },
      [&](std::size_t) { return of_bytes(2); },
      [&](std::size_t i) { return i % 5 == 0 ? Scalar::random(rng) : of_bytes(i % 17); },
      [&](std::size_t) { return -one; },
      [&](std::size_t) { return Scalar(); }};
  for (const auto& scalar : kinds)
    for (const std::size_t n : {0u, 1u, 2u, 3u, 27u, 28u, 255u, 256u, 800u}) {
      std::vector<Scalar> scalars;
      std::vector<Point> points, same(n, P);
      for (std::size_t i = 0; i < n; ++i) {
        scalars.push_back(scalar(i));
        points.push_back(some[i * i % 13 % some.size()]);
        if (i % 3 == 0) points.back() = *Point::decode(points.back().encode());  // with Z = 1
      }
      for (const auto& list : {points, same}) {
        const Point sum = Coordinates::point(straus_vartime(scalars, list));
        EXPECT_EQ(Coordinates::point(pippenger_vartime(scalars, list)), sum) << n;
        EXPECT_EQ(msm_vartime(scalars, list), sum) << n;
        if (!eight::available()) continue;
        EXPECT_EQ(Coordinates::point(pippenger_eight_vartime(scalars, list)), sum) << n;
        EXPECT_EQ(Coordinates::point(straus_four_vartime(scalars, list)), sum) << n;
      }
    }
}

TEST(Arithmetic, SumsTogetherAreWhatEachIsByItself) {
  std::vector<Example> examples;
  std::vector<ScalarProducts> sums;
  for (const std::size_t n : {53u, 1u, 0u, 52u, 200u, 8u, 9u, 140u})
    examples.emplace_back(n, n + 7);
  for (const Example& t : examples) {
    sums.push_back({t.scalars, t.points});
    const auto together = msms(sums);
    ASSERT_EQ(together.size(), sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(together[i], examples[i].sum) << i;
  }
  EXPECT_EQ(msms({}).size(), 0u);
}

TEST(Arithmetic, ProductsOfManyPointsWithOneScalarAreWhatEachIs) {
  for (const std::size_t n : {0u, 1u, 3u, 4u, 7u, 8u, 9u, 46u}) {
    const Example t(n, 3);
    const Scalar x = Example(1, 5).scalars[0];
    const auto products = each_times(x, t.points);
    ASSERT_EQ(products.size(), n);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(products[i], x * t.points[i]) << n << ", " << i;
  }
}

TEST(Arithmetic, WhatIsKnownToBeSmallMaySaySo) {
  Example t(20, 1);
  const std::uint64_t small[] = {0, 1, 7, 8, 0x7fff, 0x8000, 0x8888, 0xfff8, 0xffff};
  for (std::size_t i = 0; i < std::size(small); ++i) t.scalars[i] = Scalar::from_u64(small[i]);
  const ScalarProducts known{t.scalars, t.points, std::size(small)}, unknown{t.scalars, t.points};
  EXPECT_EQ(msms(std::array{known})[0], msms(std::array{unknown})[0]);
  const auto one_at_a_time = Coordinates::point(straus(t.scalars, t.points, std::size(small)));
  EXPECT_EQ(one_at_a_time, msms(std::array{unknown})[0]);
}

TEST(Arithmetic, ATableOfAPointGivesItsProducts) {
  const Example t(12, 1);
  const FixedBase table(Coordinates::of(t.points[0]));
  std::vector<Point> together(t.scalars.size());
  table.times(t.scalars, together);
  for (std::size_t i = 0; i < t.scalars.size(); ++i) {
    EXPECT_EQ(Coordinates::point(table.times(t.scalars[i])), t.scalars[i] * t.points[0]);
    EXPECT_EQ(together[i], t.scalars[i] * t.points[0]);
  }
}

TEST(Arithmetic, TablesForVariableTimeGiveTheSumOfTwoProducts) {
  const Example t(12, 6);
  for (const std::size_t spacing : {std::size_t{16}, std::size_t{256}}) {
    const WnafTable A(Coordinates::of(t.points[0]), spacing, 5),
        B(Coordinates::of(t.points[1]), spacing, 8);
    for (std::size_t i = 1; i < t.scalars.size(); ++i) {  // some are zero
      const Scalar &a = t.scalars[i - 1], &b = t.scalars[i];
      const Point sum = a * t.points[0] + b * t.points[1];
      EXPECT_EQ(Coordinates::point(double_product_vartime(spacing, a, A, b, B)), sum);
      if (!eight::available()) continue;
      EXPECT_EQ(Coordinates::point(double_product_four_vartime(spacing, a, A, b, B)), sum);
    }
  }
}

TEST(Arithmetic, TheFormulasAgreeWithEachOther) {
  const Example t(20, 2);
  for (std::size_t i = 0; i < t.points.size(); ++i) {
    const auto &P = Coordinates::of(t.points[i]), &Q = Coordinates::of(t.points[(i * 7 + 3) % 20]);
    const Extended<Field> O;
    EXPECT_TRUE(ristretto_equal(doubled(P), P + P));
    EXPECT_TRUE(ristretto_equal(doubled_times(P, 3), doubled(doubled(doubled(P)))));
    EXPECT_TRUE(ristretto_equal(P - Q, P + -Q));
    EXPECT_TRUE(ristretto_equal(P + O, P));
    EXPECT_TRUE(ristretto_equal(P - P, O));
    const Field z = invert(Q.Z), x = Q.X * z, y = Q.Y * z;
    const Niels<Field> niels{(y + x).carried(), (y - x).carried(), x * y * kTwoD};
    EXPECT_TRUE(ristretto_equal(P + niels, P + Q));
    EXPECT_TRUE(ristretto_equal(P - niels, P - Q));
  }
}

TEST(Arithmetic, DigitsAddUpToTheirScalar) {
  SeededRng rng(3);
  std::vector<Scalar> scalars{Scalar(), Scalar::from_u64(8), -Scalar::from_u64(1)};
  for (int i = 0; i < 200; ++i) scalars.push_back(Scalar::random(rng));
  const auto small = [](int digit) {
    const Scalar size = Scalar::from_u64(static_cast<std::uint64_t>(std::abs(digit)));
    return digit < 0 ? -size : size;
  };
  for (const Scalar& k : scalars) {
    Scalar sum;
    const Radix16 digits = radix16(k);
    for (std::size_t i = Radix16::kDigits; i-- > 0;)
      sum = sum * Scalar::from_u64(16) + small(digits.digit[i]);
    EXPECT_EQ(sum, k);
    for (const int width : {2, 5, 8}) {
      sum = Scalar();
      const Wnaf sparse = wnaf_vartime(k, width);
      for (std::size_t i = sparse.size(); i-- > 0;) {
        sum = sum + sum + small(sparse[i]);
        EXPECT_TRUE(sparse[i] == 0 ||
                    (sparse[i] % 2 != 0 && std::abs(sparse[i]) < 1 << (width - 1)));
      }
      EXPECT_EQ(sum, k);
    }
  }
}

TEST(Arithmetic, EightLanesDecodeAndEncodeWhatOneDoes) {
  if (!eight::available()) GTEST_SKIP() << "this processor has no AVX-512 IFMA";
  SeededRng rng(4);
  for (int round = 0; round < 500; ++round) {
    eight::Numbers numbers;
    bool valid[8];
    std::vector<Extended<Field>> one_by_one;
    for (std::size_t i = 0; i < 8; ++i) {
      ByteArray<32> bytes;
      rng.fill(bytes);
      const Field s = abs(Field::from_bytes(bytes).carried()).reduced();
      for (std::size_t l = 0; l < 5; ++l) numbers.limb[l][i] = s.limb[l];
      const auto decoded = ristretto_decode(s);
      valid[i] = decoded.valid != 0;
      one_by_one.push_back(decoded.P);
    }
    eight::Points points;
    const auto valid_lanes = eight::decode(numbers, points);
    std::array<ByteArray<32>, 8> encodings;
    encode_eight(one_by_one, encodings);
    for (std::size_t i = 0; i < 8; ++i) {
      ASSERT_EQ((valid_lanes >> i & 1) != 0, valid[i]);
      if (!valid[i]) continue;
      ASSERT_TRUE(ristretto_equal(lane(points, i), one_by_one[i]));
      ASSERT_EQ(encodings[i], ristretto_encode(one_by_one[i]).bytes());
    }
  }
}

}  // namespace
}  // namespace fairdeal::crypto
