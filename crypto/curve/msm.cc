#include "crypto/curve/msm.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "crypto/curve/coordinates.h"
#include "crypto/curve/fixed_base.h"
#include "crypto/curve/ifma/lanes.h"
#include "crypto/curve/pippenger.h"
#include "crypto/curve/straus.h"

namespace fairdeal::crypto {
namespace {

// From so many points (or products) on each way is the cheaper one, as measured
// (docs/arithmetic.md).
constexpr std::size_t kLanesPay = 4;          // eight points at a time, instead of one
constexpr std::size_t kBucketsPay = 256;      // buckets, instead of a table for each point
constexpr std::size_t kEightBucketsPay = 28;  // buckets in eight lanes, instead of tables in four
constexpr std::size_t kTablePays = 4;         // a table of the one point of many products

const FixedBase& base_table() {
  static const FixedBase table(Coordinates::of(Point::base()));
  return table;
}

}  // namespace

Secrets<Point> msms(std::span<const ScalarProducts> sums) {
  CHECK(sums.size() <= kSumsMax);
  std::size_t points = 0;
  for (const ScalarProducts& sum : sums) {
    CHECK(sum.scalars.size() == sum.points.size());
    points += sum.points.size();
  }
  if (eight::available() && points >= kLanesPay) return straus_eight(sums);
  Secrets<Point> out(sums.size());
  for (std::size_t s = 0; s < sums.size(); ++s)
    out[s] = Coordinates::point(straus(sums[s].scalars, sums[s].points, sums[s].small));
  return out;
}

Point msm(std::span<const Scalar> scalars, std::span<const Point> points) {
  return msms(std::array{ScalarProducts{scalars, points}})[0];
}

Point msm_vartime(std::span<const Scalar> scalars, std::span<const Point> points) {
  CHECK(scalars.size() == points.size());
  if (!eight::available())
    return Coordinates::point(points.size() < kBucketsPay ? straus_vartime(scalars, points)
                                                          : pippenger_vartime(scalars, points));
  return Coordinates::point(points.size() < kEightBucketsPay
                                ? straus_four_vartime(scalars, points)
                                : pippenger_eight_vartime(scalars, points));
}

Point operator*(const Scalar& k, const Point& P) { return msm(std::span(&k, 1), std::span(&P, 1)); }

Point mul_base(const Scalar& k) { return Coordinates::point(base_table().times(k)); }

Secrets<Point> multiples(std::span<const Scalar> scalars, const Point& P) {
  Secrets<Point> out(scalars.size());
  if (P == Point::base())
    base_table().times(scalars, out.expose());
  else if (scalars.size() >= kTablePays)
    FixedBase(Coordinates::of(P)).times(scalars, out.expose());
  else
    std::ranges::transform(scalars, out.expose().begin(), [&](const auto& k) { return k * P; });
  return out;
}

Secrets<Point> each_times(const Scalar& x, std::span<const Point> points) {
  Secrets<Point> out(points.size());
  for (std::size_t at = 0; at < points.size(); at += kSumsMax) {
    std::array<ScalarProducts, kSumsMax> sums;
    const std::size_t n = std::min(kSumsMax, points.size() - at);
    for (std::size_t i = 0; i < n; ++i) sums[i] = {std::span(&x, 1), points.subspan(at + i, 1)};
    std::ranges::copy(msms(std::span(sums).first(n)).expose(),
                      out.expose().begin() + static_cast<std::ptrdiff_t>(at));
  }
  return out;
}

}  // namespace fairdeal::crypto
