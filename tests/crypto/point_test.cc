#include "crypto/curve/point.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/curve/msm.h"
#include "tests/crypto/vector_file.h"

namespace fairdeal::crypto {
namespace {

Scalar number(std::uint64_t k) { return Scalar::from_u64(k); }

std::vector<Point> some_points(std::uint64_t seed, std::size_t count) {
  SeededRng rng(seed);
  std::vector<Point> points{Point(), Point::base(), -Point::base()};
  while (points.size() < count) {
    ByteArray<64> uniform;
    rng.fill(uniform);
    points.push_back(Point::from_uniform(uniform));
  }
  return points;
}

TEST(Point, IsAGroup) {
  const auto all = some_points(1, 15);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Point &P = all[i], &Q = all[(i * 7 + 3) % all.size()],
                &R = all[(i * 11 + 5) % all.size()];
    EXPECT_EQ(P + Q, Q + P);
    EXPECT_EQ((P + Q) + R, P + (Q + R));
    EXPECT_EQ(P + Point(), P);
    EXPECT_EQ(P - Q, P + -Q);
    EXPECT_TRUE((P - P).is_identity());
    EXPECT_EQ(-(-P), P);
    EXPECT_EQ(Point::decode(P.encode()), P);
    EXPECT_EQ(Point::decode_nonzero(P.encode()).has_value(), !P.is_identity());
  }
}

TEST(Point, MultiplicationIsLinearOnBothSides) {
  SeededRng rng(2);
  std::vector<Scalar> scalars{number(0), number(1), number(2), -number(1), -number(2)};
  for (int i = 0; i < 5; ++i) scalars.push_back(Scalar::random(rng));
  for (const Point& P : some_points(3, 6))
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      const Scalar &a = scalars[i], &b = scalars[(i * 3 + 1) % scalars.size()];
      EXPECT_EQ((a + b) * P, a * P + b * P);
      EXPECT_EQ((a * b) * P, a * (b * P));
      EXPECT_EQ(a * (P + Point::base()), a * P + mul_base(a));
      EXPECT_EQ(mul_base(a), a * Point::base());
    }
}

TEST(Point, TheOrderTimesAPointIsTheIdentity) {
  for (const Point& P : some_points(4, 8)) {
    EXPECT_EQ(-number(1) * P, -P);                    // (ℓ − 1)P
    EXPECT_TRUE((-number(1) * P + P).is_identity());  // ℓP
    EXPECT_TRUE((number(0) * P).is_identity());
  }
  EXPECT_TRUE(mul_base(number(0)).is_identity());
}

TEST(Point, SmallMultiplesBadEncodingsAndTheOneWayMapAreThoseOfRfc9496) {
  const auto file = vector_file("rfc9496-ristretto255.json");
  Point sum;
  for (std::uint64_t k = 0; k < file.at("small_multiples").size(); ++k) {
    EXPECT_EQ(to_hex(sum.encode()), file["small_multiples"][k].get<std::string>()) << k;
    EXPECT_EQ(mul_base(number(k)), sum) << k;
    sum = sum + Point::base();
  }
  for (const auto& v : file.at("bad_encodings"))
    EXPECT_FALSE(Point::decode(unhex<32>(v.at("bytes").get<std::string>()))) << v.at("why");
  for (const auto& v : file.at("one_way_map"))
    EXPECT_EQ(to_hex(Point::from_uniform(unhex<64>(v.at("uniform").get<std::string>())).encode()),
              v.at("point").get<std::string>());
}

TEST(Msm, IsTheSumOfTheProducts) {
  SeededRng rng(5);
  const std::vector<Scalar> edges{number(0), number(1), -number(1), number(~0ull)};
  for (std::size_t size : {0u, 1u, 2u, 3u, 8u, 31u, 32u, 33u, 100u}) {
    std::vector<Scalar> scalars;
    const std::vector<Point> points = [&] {
      auto all = some_points(6, size);
      all.resize(size);
      return all;
    }();
    Point sum;
    for (std::size_t i = 0; i < size; ++i) {
      scalars.push_back(i % 3 == 0 ? edges[i / 3 % edges.size()] : Scalar::random(rng));
      sum = sum + scalars[i] * points[i];
    }
    EXPECT_EQ(msm(scalars, points), sum) << size;
    EXPECT_EQ(msm_vartime(scalars, points), sum) << size;
  }
}

/// Signed digits carry past the highest bit: each length, with all its bits set and with the top
/// one.
TEST(Msm, OfScalarsOfEveryLengthIsRight) {
  const auto points = some_points(8, 300);
  std::vector<Scalar> scalars(points.size());
  Scalar top = number(1);  // 2^(bits − 1)
  for (int bits = 1; bits <= 253; ++bits, top = top + top) {
    const Scalar ones = bits < 253 ? top + top - number(1) : -number(1);
    for (const std::size_t n : {1u, 5u, 9u, 300u}) {
      if (n == 300 && bits % 7 != 0 && bits < 250) continue;
      Point sum;
      for (std::size_t i = 0; i < n; ++i) {
        scalars[i] = i % 2 == 0 ? ones : top;
        sum = sum + points[i];
      }
      Point of_top;
      for (std::size_t i = 1; i < n; i += 2) of_top = of_top + points[i];
      const Point expected = ones * (sum - of_top) + top * of_top;
      const std::span some_scalars(scalars.data(), n);
      const std::span some(points.data(), n);
      ASSERT_EQ(msm_vartime(some_scalars, some), expected) << bits << " bits, " << n << " points";
      ASSERT_EQ(msm(some_scalars, some), expected) << bits << " bits, " << n << " points";
    }
  }
}

TEST(Msm, MultiplesOfOnePointAreItsProducts) {
  SeededRng rng(9);
  const std::vector<Scalar> edges{number(0), number(1), -number(1), number(~0ull), number(8)};
  for (const Point& P : some_points(10, 5))
    for (const std::size_t n : {0u, 1u, 2u, 5u, 8u, 9u, 17u}) {
      std::vector<Scalar> scalars;
      for (std::size_t i = 0; i < n; ++i)
        scalars.push_back(i < edges.size() ? edges[i] : Scalar::random(rng));
      const auto products = multiples(scalars, P);
      ASSERT_EQ(products.size(), n);
      for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(products[i], scalars[i] * P) << i;
    }
}

TEST(Point, ManyDecodeAsEachDoesAndOneBadOneIsRefused) {
  for (const std::size_t n : {0u, 1u, 7u, 8u, 9u, 16u, 17u}) {
    Bytes bytes;
    const auto points = some_points(12, std::max<std::size_t>(n, 3));
    for (std::size_t i = 0; i < n; ++i)
      for (const std::byte b : points[i].encode()) bytes.push_back(b);
    const auto decoded = Point::decode_all(bytes);
    ASSERT_TRUE(decoded) << n;
    ASSERT_EQ(decoded->size(), n);
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ((*decoded)[i], points[i]);
      EXPECT_EQ((*decoded)[i].encode(), points[i].encode());
      for (const auto& bad : vector_file("rfc9496-ristretto255.json").at("bad_encodings")) {
        Bytes with_bad = bytes;
        std::ranges::copy(unhex(bad.at("bytes").get<std::string>()),
                          with_bad.begin() + 32 * static_cast<int>(i));
        EXPECT_FALSE(Point::decode_all(with_bad)) << bad.at("why");
      }
    }
  }
}

TEST(Point, EncodingsOfManyAreThoseOfEach) {
  auto points = some_points(11, 21);
  points.push_back(*Point::decode(points[5].encode()));
  points.push_back(points[6] - points[6]);
  points.push_back(points[7] + Point::base());
  const auto encodings = encode_all(points);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(encodings[i], points[i].encode()) << i;
  auto kept = points;
  keep_encodings(kept);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(kept[i], points[i]);
    EXPECT_EQ(kept[i].encode(), encodings[i]);
  }
}

TEST(Msm, OfRepeatedAndOppositePointsIsRight) {
  const Point P = some_points(7, 4)[3];
  const std::vector<Point> points{P, P, -P, P, Point(), -P};
  const std::vector<Scalar> scalars{number(1),  number(2), number(3),
                                    -number(1), number(9), -number(1)};
  EXPECT_TRUE(msm(scalars, points).is_identity());
  EXPECT_TRUE(msm_vartime(scalars, points).is_identity());
}

TEST(MsmDeathTest, OfListsOfDifferentLengthsIsAMistakeOfOurs) {
  const std::vector<Scalar> one(1);
  EXPECT_DEATH(msm(one, {}), "CHECK");
  EXPECT_DEATH(msm_vartime(one, {}), "CHECK");
}

}  // namespace
}  // namespace fairdeal::crypto
