#pragma once

#include <span>

#include "crypto/curve/edwards.h"
#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// Σ scalars[i]·points[i] for many points, in variable time: each point goes into the bucket of its
/// digit, and a bucket counts as often as its number says.
///
/// Pippenger, "On the evaluation of powers and related problems", FOCS '76, in the form of
/// Bernstein, Doumen, Lange, Oosterwijk, "Faster batch forgery identification", 2012, section 4.
Extended<Field> pippenger_vartime(std::span<const Scalar> scalars, std::span<const Point> points);

/// The same with eight digits of each scalar side by side. Only where eight::available().
Extended<Field> pippenger_eight_vartime(std::span<const Scalar> scalars,
                                        std::span<const Point> points);

}  // namespace fairdeal::crypto
