#include "crypto/vss.h"

#include <bit>

#include "base/check.h"
#include "crypto/curve/msm.h"

namespace fairdeal::crypto {
namespace {

/// Returns the argument of seat j's share: j + 1 and not j, since f(0) is the secret itself.
Scalar argument(Seat j) { return Scalar::from_u64(std::uint64_t{j.value} + 1); }

Point times_vartime(std::uint64_t n, const Point& P) {
  Point product;
  for (std::uint64_t bit = std::bit_floor(n); bit != 0; bit >>= 1) {
    product = product + product;
    if ((n & bit) != 0) product = product + P;
  }
  return product;
}

}  // namespace

Dealing deal_shares(const Secret<Scalar>& x, std::size_t threshold, std::size_t seats, Rng& rng) {
  CHECK(1 <= threshold && threshold <= seats);
  Secrets<Scalar> a(threshold);
  a[0] = x.expose();
  for (std::size_t k = 1; k < threshold; ++k) a[k] = Scalar::random(rng);

  Dealing dealing{{}, Secrets<Scalar>(seats)};
  for (std::size_t k = 0; k < threshold; ++k) dealing.commitments.push_back(mul_base(a[k]));
  for (std::uint32_t j = 0; j < seats; ++j) {
    Scalar& share = dealing.shares[j];  // Horner's rule
    for (std::size_t k = threshold; k-- > 0;) {
      const Secret higher(share * argument(Seat(j)));
      share = higher.expose() + a[k];
    }
  }
  return dealing;
}

Point public_share(std::span<const Point> commitments, Seat j) {
  Point share;  // Horner's rule: cheaper than a sum of products, as the arguments are small
  for (std::size_t k = commitments.size(); k-- > 0;)
    share = times_vartime(std::uint64_t{j.value} + 1, share) + commitments[k];
  return share;
}

bool share_fits(std::span<const Point> commitments, Seat j, const Secret<Scalar>& share) {
  return mul_base(share.expose()) == public_share(commitments, j);
}

std::vector<Scalar> lagrange_at_zero(std::span<const Seat> seats) {
  std::vector<Scalar> lambdas;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    Scalar numerator = Scalar::from_u64(1), denominator = numerator;
    for (std::size_t j = 0; j < seats.size(); ++j) {
      if (j == i) continue;
      numerator = numerator * argument(seats[j]);
      denominator = denominator * (argument(seats[j]) - argument(seats[i]));
    }
    lambdas.push_back(numerator * denominator.inverse());  // CHECKs that the seats are distinct
  }
  return lambdas;
}

Point combine_shares(std::span<const Seat> seats, std::span<const Point> shares) {
  return msm_vartime(lagrange_at_zero(seats), shares);
}

}  // namespace fairdeal::crypto
