#pragma once

#include <span>

#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// One of several sums Σ scalars[i]·points[i], at most kSumsMax: together they cost less.
struct ScalarProducts {
  std::span<const Scalar> scalars;
  std::span<const Point> points;
  std::size_t small = 0;  ///< so many, from the first on, are known to be below 2^16
};
inline constexpr std::size_t kSumsMax = 8;

}  // namespace fairdeal::crypto
