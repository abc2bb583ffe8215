#pragma once

#include <vector>

#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// A commitment to a list of scalars: Σ values[i]·G_i + blind·H. Hides them perfectly and binds to
/// them as long as nobody knows a relation of the generators (Pedersen, CRYPTO '91). Constant time.
/// Cost: one multiplication a value. Requires at most kGeneratorsMax values (CHECKed).
Point pedersen(std::span<const Scalar> values, const Scalar& blind);

/// Its points, for many commitments at once (msms): G_0 … G_{n−1}, H.
std::vector<Point> pedersen_points(std::size_t n);

}  // namespace fairdeal::crypto
