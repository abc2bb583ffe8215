#include "crypto/msm.h"

#include "base/check.h"

namespace fairdeal::crypto {

Point msm(std::span<const Scalar> scalars, std::span<const Point> points) {
  CHECK(scalars.size() == points.size());
  Point sum;
  for (std::size_t i = 0; i < scalars.size(); ++i) sum = sum + scalars[i] * points[i];
  return sum;
}

Point msm_vartime(std::span<const Scalar> scalars, std::span<const Point> points) {
  return msm(scalars, points);
}

}  // namespace fairdeal::crypto
