#pragma once

#include <span>

#include "crypto/point.h"

namespace fairdeal::crypto {

/// Σ scalars[i]·points[i], in constant time: for provers. Requires equal lengths (CHECKed).
Point msm(std::span<const Scalar> scalars, std::span<const Point> points);

/// The same in variable time: for verifiers, whose input is public.
Point msm_vartime(std::span<const Scalar> scalars, std::span<const Point> points);

}  // namespace fairdeal::crypto
