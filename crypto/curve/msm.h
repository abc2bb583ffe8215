#pragma once

#include <span>

#include "crypto/curve/scalar_products.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// Returns Σ scalars[i]·points[i] in constant time, for provers. Requires equal lengths (CHECKed).
Point msm(std::span<const Scalar> scalars, std::span<const Point> points);

/// Returns several such sums, which are as secret as the scalars. Requires at most kSumsMax of them
/// (CHECKed).
Secrets<Point> msms(std::span<const ScalarProducts> sums);

/// Returns the sum in variable time, for verifiers, whose input is public. Scalars of half the
/// length cost about half. Requires equal lengths (CHECKed).
Point msm_vartime(std::span<const Scalar> scalars, std::span<const Point> points);

/// Returns scalars[i]·P for every i, in constant time; they are as secret as the scalars. If they
/// are four or more, a table of P serves them all; that of the base point is made once and kept.
Secrets<Point> multiples(std::span<const Scalar> scalars, const Point& P);

/// Returns x·points[i] for every i, in constant time and eight at a time where the processor can;
/// they are as secret as x.
Secrets<Point> each_times(const Scalar& x, std::span<const Point> points);

}  // namespace fairdeal::crypto
