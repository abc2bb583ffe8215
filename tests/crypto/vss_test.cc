// Sharing a key over ristretto255; every case of it is tried in tests/exhaustive/vss_test.cc.
#include "crypto/vss.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "crypto/generators.h"
#include "tests/crypto/flipped.h"

namespace fairdeal::crypto {
namespace {

TEST(Vss, AnyTSeatsStandInForTheDealer) {
  SeededRng rng(1);
  const Secret x(Scalar::random(rng));
  const Point A = card_point(Face(3)), expected = x.expose() * A;
  for (std::uint32_t seats = 1; seats <= 7; ++seats)
    for (std::size_t t = 1; t <= seats; ++t) {
      const Dealing dealing = deal_shares(x, t, seats, rng);
      EXPECT_EQ(dealing.commitments.size(), t);
      EXPECT_EQ(dealing.commitments[0], mul_base(x.expose()));
      std::vector<Seat> helpers;  // the last t, in falling order
      std::vector<Point> parts;
      for (std::uint32_t j = seats; helpers.size() < t;) {
        --j;
        helpers.push_back(Seat(j));
        parts.push_back(dealing.shares[j] * A);
        EXPECT_EQ(public_share(dealing.commitments, Seat(j)), mul_base(dealing.shares[j]));
      }
      EXPECT_EQ(combine_shares(helpers, parts), expected);
      if (t > 1) {
        helpers.pop_back();
        parts.pop_back();
        EXPECT_NE(combine_shares(helpers, parts), expected) << "one too few";
      }
    }
}

TEST(Vss, AnothersShareAndATweakedOneDoNotFit) {
  SeededRng rng(2);
  const Dealing dealing = deal_shares(Secret(Scalar::random(rng)), 3, 5, rng);
  for (std::uint32_t j = 0; j < 5; ++j)
    for (std::uint32_t k = 0; k < 5; ++k) {
      EXPECT_EQ(share_fits(dealing.commitments, Seat(j), Secret(dealing.shares[k])), j == k);
      EXPECT_FALSE(share_fits(dealing.commitments, Seat(j),
                              Secret(dealing.shares[k] + Scalar::from_u64(1000))));
    }
}

/// A commitment moved by D moves seat j's public share by (j + 1)^k D, which is never O: no share
/// of the dealing fits any more. Several moved together leave at most t − 1 (tests/exhaustive).
TEST(Vss, NoShareFitsOnceAnyBitOfAnyCommitmentIsFlipped) {
  SeededRng rng(4);
  for (std::size_t t = 1; t <= 4; ++t) {
    const Dealing dealing = deal_shares(Secret(Scalar::random(rng)), t, 4, rng);
    for (std::size_t k = 0; k < t; ++k) {
      auto commitments = dealing.commitments;
      const auto expect_none_fits = [&] {
        for (std::uint32_t j = 0; j < 4; ++j)
          EXPECT_FALSE(share_fits(commitments, Seat(j), Secret(dealing.shares[j]))) << k << j;
      };
      for (const Point& other : {dealing.commitments[k] + Point::base(), Point()}) {
        commitments[k] = other;
        expect_none_fits();
      }
      const auto honest = dealing.commitments[k].encode();
      for (std::size_t bit = 0; bit < 256; ++bit)
        if (const auto other = Point::decode(flipped(honest, bit))) {
          commitments[k] = *other;
          expect_none_fits();
        }
    }
  }
}

TEST(VssDeathTest, AThresholdOutOfRangeOrASeatTwiceIsAMistakeOfOurs) {
  SeededRng rng(3);
  EXPECT_DEATH(deal_shares(Secret(Scalar()), 0, 3, rng), "CHECK");
  EXPECT_DEATH(deal_shares(Secret(Scalar()), 4, 3, rng), "CHECK");
  EXPECT_DEATH(lagrange_at_zero(std::array{Seat(1), Seat(1)}), "CHECK");
}

}  // namespace
}  // namespace fairdeal::crypto
