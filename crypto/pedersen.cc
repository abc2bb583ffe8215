#include "crypto/pedersen.h"

#include "crypto/curve/msm.h"
#include "crypto/generators.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

Point pedersen(std::span<const Scalar> values, const Scalar& blind) {
  Secrets<Scalar> scalars(values.size() + 1);
  for (std::size_t i = 0; i < values.size(); ++i) scalars[i] = values[i];
  scalars[values.size()] = blind;
  return msm(scalars.expose(), pedersen_points(values.size()));
}

std::vector<Point> pedersen_points(std::size_t n) {
  std::vector<Point> points;
  points.reserve(n + 1);
  for (std::size_t i = 0; i < n; ++i) points.push_back(pedersen_g(i));
  points.push_back(pedersen_h());
  return points;
}

}  // namespace fairdeal::crypto
