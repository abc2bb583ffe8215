#pragma once

#include <span>
#include <vector>

#include "crypto/point.h"

namespace fairdeal::crypto {

/// Σ scalars[i]·points[i], in constant time: for provers. Requires equal lengths (CHECKed).
Point msm(std::span<const Scalar> scalars, std::span<const Point> points);

/// The same in variable time: for verifiers, whose input is public. Scalars of half the length cost
/// half.
Point msm_vartime(std::span<const Scalar> scalars, std::span<const Point> points);

/// scalars[i]·P for every i, in constant time: a table of P serves them all. That of the base point
/// is made once.
std::vector<Point> multiples(std::span<const Scalar> scalars, const Point& P);

}  // namespace fairdeal::crypto
