#pragma once

#include <span>

#include "crypto/curve/edwards.h"
#include "crypto/curve/scalar_products.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// Σ scalars[i]·points[i], one field element at a time. msm.cc chooses among them.
///
/// Straus, "Addition chains of vectors", 1964: small multiples of each point are made beforehand,
/// and all points share the doublings.

/// Constant time: digits of four bits, each table read from end to end. The first `small` scalars
/// are below 2^16, as everybody knows.
Extended<Field> straus(std::span<const Scalar> scalars, std::span<const Point> points,
                       std::size_t small = 0);
/// Each of up to eight sums, eight of their terms side by side. Only where eight::available().
Secrets<Point> straus_eight(std::span<const ScalarProducts> sums);

/// Variable time: sparse digits, whose zeros cost nothing.
Extended<Field> straus_vartime(std::span<const Scalar> scalars, std::span<const Point> points);
/// The same, a point's coordinates side by side. Only where eight::available().
Extended<Field> straus_four_vartime(std::span<const Scalar> scalars, std::span<const Point> points);

}  // namespace fairdeal::crypto
