#pragma once

#include <span>

#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// The terms of one of several sums Σ scalars[i]·points[i]. Up to kSumsMax sums are computed
/// together, which costs less.
struct ScalarProducts {
  std::span<const Scalar> scalars;
  std::span<const Point> points;
  /// The first so many scalars are known to be below 2^16. Only straus() makes use of this, not the
  /// sums in eight lanes.
  std::size_t small = 0;
};
inline constexpr std::size_t kSumsMax = 8;

}  // namespace fairdeal::crypto
