#include "crypto/msm.h"

#include "base/check.h"
#include "crypto/coordinates.h"
#include "crypto/pippenger.h"
#include "crypto/straus.h"

namespace fairdeal::crypto {
namespace {

/// From how many points on buckets are cheaper than tables: measured.
constexpr std::size_t kManyPoints = 256;

}  // namespace

Point msm(std::span<const Scalar> scalars, std::span<const Point> points) {
  CHECK(scalars.size() == points.size());
  return Coordinates::point(straus(scalars, points));
}

Point msm_vartime(std::span<const Scalar> scalars, std::span<const Point> points) {
  CHECK(scalars.size() == points.size());
  return Coordinates::point(points.size() < kManyPoints ? straus_vartime(scalars, points)
                                                        : pippenger_vartime(scalars, points));
}

Point mul_base(const Scalar& k) { return k * Point::base(); }

}  // namespace fairdeal::crypto
