#pragma once

#include <span>

#include "crypto/curve/edwards.h"
#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// Returns Σ scalars[i]·points[i] for many points, in variable time. For each digit position it
/// adds each point to the bucket of its scalar's digit, and then sums digit·bucket.
///
/// Source: Pippenger, "On the evaluation of powers and related problems", FOCS '76, in the form of
/// Bernstein, Doumen, Lange, Oosterwijk, "Faster batch forgery identification", 2012, section 4.
Extended<Field> pippenger_vartime(std::span<const Scalar> scalars, std::span<const Point> points);

/// Returns the same sum, eight digits of each scalar side by side. Requires eight::available().
Extended<Field> pippenger_eight_vartime(std::span<const Scalar> scalars,
                                        std::span<const Point> points);

}  // namespace fairdeal::crypto
