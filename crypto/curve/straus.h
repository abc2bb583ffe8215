#pragma once

#include <span>

#include "crypto/curve/edwards.h"
#include "crypto/curve/scalar_products.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// Sums Σ scalars[i]·points[i] by Straus' method: a table of small multiples is made of each point,
/// and all points share the doublings. msm.cc chooses among these functions.
///
/// Source: Straus, "Addition chains of vectors", 1964.

/// Returns the sum in constant time: digits have four bits, and each table is read from end to end.
/// The first `small` scalars must be below 2^16, and everybody may know that they are.
Extended<Field> straus(std::span<const Scalar> scalars, std::span<const Point> points,
                       std::size_t small = 0);
/// Returns each of up to eight sums, in constant time, with eight of their terms side by side.
/// Requires eight::available().
Secrets<Point> straus_eight(std::span<const ScalarProducts> sums);

/// Returns the sum in variable time, by sparse digits (Wnaf), whose zeros cost nothing.
Extended<Field> straus_vartime(std::span<const Scalar> scalars, std::span<const Point> points);
/// Returns the same, a point's four coordinates side by side. Requires eight::available().
Extended<Field> straus_four_vartime(std::span<const Scalar> scalars, std::span<const Point> points);

}  // namespace fairdeal::crypto
