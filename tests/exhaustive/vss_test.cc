// Every secret, every polynomial and every set of seats of a small group (tests/toy/group_toy.cc).
#include "crypto/vss.h"

#include <map>

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "tests/crypto/chosen_rng.h"

namespace fairdeal::crypto {
namespace {

constexpr std::uint64_t kOrder = FD_TOY_ORDER;

Scalar number(std::uint64_t k) { return Scalar::from_u64(k); }

/// Every set of `size` of `seats` seats.
std::vector<std::vector<Seat>> sets(std::size_t seats, std::size_t size) {
  std::vector<std::vector<Seat>> all;
  for (std::uint32_t mask = 0; mask < 1u << seats; ++mask) {
    std::vector<Seat> set;
    for (std::uint32_t j = 0; j < seats; ++j)
      if (mask >> j & 1) set.push_back(Seat(j));
    if (set.size() == size) all.push_back(set);
  }
  return all;
}

TEST(VssExhaustive, EverySetOfTSeatsRecoversEverySecret) {
  SeededRng rng(1);
  for (std::uint64_t x = 0; x < kOrder; ++x)
    for (std::size_t seats = 1; seats <= 5; ++seats)
      for (std::size_t t = 1; t <= seats; ++t) {
        const Dealing dealing = deal_shares(Secret(number(x)), t, seats, rng);
        const Point A = mul_base(Scalar::random(rng));
        for (std::uint32_t j = 0; j < seats; ++j)
          EXPECT_TRUE(share_fits(dealing.commitments, Seat(j), Secret(dealing.shares[j])));
        for (const auto& helpers : sets(seats, t)) {
          std::vector<Point> parts;
          for (const Seat j : helpers) parts.push_back(dealing.shares[j.value] * A);
          EXPECT_EQ(combine_shares(helpers, parts), number(x) * A);
        }
      }
}

TEST(VssExhaustive, EveryWrongShareIsSeen) {
  SeededRng rng(2);
  for (std::size_t t = 1; t <= 4; ++t) {
    const Dealing dealing = deal_shares(Secret(number(42)), t, 4, rng);
    for (std::uint32_t j = 0; j < 4; ++j)
      for (std::uint64_t wrong = 0; wrong < kOrder; ++wrong)
        EXPECT_EQ(share_fits(dealing.commitments, Seat(j), Secret(number(wrong))),
                  dealing.shares[j] == number(wrong));
  }
}

/// Other commitments differ by a polynomial of degree t − 1, and its roots are where the shares
/// still fit: never t seats are content with what does not recover the secret, nor t − 1, if F_0 is
/// known. A factor of the difference changes no root, so its first coefficient is 0 or 1 here.
TEST(VssExhaustive, ToOtherCommitmentsFewerThanTSharesFit) {
  SeededRng rng(3);
  constexpr std::uint32_t kSeats = 5;
  for (const std::size_t t : {2u, 3u}) {
    const Dealing dealing = deal_shares(Secret(number(42)), t, kSeats, rng);
    std::size_t most = 0;
    for (std::uint64_t i = 1; i < (t == 2 ? 2 : 2 * kOrder) * kOrder; ++i) {
      const std::uint64_t differences[] = {i % 2, i / 2 % kOrder, i / 2 / kOrder};
      auto commitments = dealing.commitments;
      for (std::size_t k = 0; k < t; ++k)
        commitments[k] = commitments[k] + mul_base(number(differences[k]));
      std::size_t fit = 0;
      for (std::uint32_t j = 0; j < kSeats; ++j)
        fit += share_fits(commitments, Seat(j), Secret(dealing.shares[j]));
      EXPECT_LT(fit, differences[0] == 0 ? t - 1 : t);
      most = std::max(most, fit);
    }
    EXPECT_EQ(most, t - 1);
  }
}

/// Of all polynomials of degree t − 1, how often t − 1 seats see each tuple of shares: the same for
/// every secret, once each, so what they see tells nothing.
TEST(VssExhaustive, EverySetOfFewerSeatsIsConsistentWithEverySecretAlike) {
  for (const std::size_t t : {2u, 3u})
    for (const std::uint64_t x : {0U, 1U, 58U}) {
      const std::uint64_t polynomials = t == 2 ? kOrder : kOrder * kOrder;
      std::map<std::vector<Seat>, std::map<std::vector<std::string>, int>> seen;
      for (std::uint64_t i = 0; i < polynomials; ++i) {
        ChosenRng coefficients({i % kOrder, i / kOrder});
        const Dealing dealing = deal_shares(Secret(number(x)), t, 4, coefficients);
        for (const auto& coalition : sets(4, t - 1)) {
          std::vector<std::string> view;
          for (const Seat j : coalition)
            view.emplace_back(as_text(dealing.shares[j.value].encode()).substr(0, 1));
          ++seen[coalition][view];
        }
      }
      for (const auto& [coalition, views] : seen) {
        EXPECT_EQ(views.size(), polynomials);  // every tuple of shares occurs: …
        for (const auto& [view, times] : views) EXPECT_EQ(times, 1);  // … exactly once
      }
    }
}

}  // namespace
}  // namespace fairdeal::crypto
