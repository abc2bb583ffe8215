#pragma once

#include <span>

#include "crypto/curve/scalar_products.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// Σ scalars[i]·points[i], in constant time: for provers. Requires equal lengths (CHECKed).
Point msm(std::span<const Scalar> scalars, std::span<const Point> points);

/// Several such sums, which are as secret as the scalars.
Secrets<Point> msms(std::span<const ScalarProducts> sums);

/// The sum in variable time: for verifiers, whose input is public. Scalars of half the length cost
/// half.
Point msm_vartime(std::span<const Scalar> scalars, std::span<const Point> points);

/// scalars[i]·P for every i, in constant time: a table of P serves them all. That of the base point
/// is made once. As secret as the scalars.
Secrets<Point> multiples(std::span<const Scalar> scalars, const Point& P);

/// x·points[i] for every i, in constant time: eight at a time. As secret as x.
Secrets<Point> each_times(const Scalar& x, std::span<const Point> points);

}  // namespace fairdeal::crypto
