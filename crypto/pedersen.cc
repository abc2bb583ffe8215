#include "crypto/pedersen.h"

#include <vector>

#include "crypto/generators.h"
#include "crypto/msm.h"

namespace fairdeal::crypto {

Point pedersen(std::span<const Scalar> values, const Scalar& blind) {
  std::vector<Point> points;
  points.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) points.push_back(pedersen_g(i));
  return msm(values, points) + blind * pedersen_h();
}

}  // namespace fairdeal::crypto
