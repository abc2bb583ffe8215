#pragma once

#include <span>
#include <vector>

#include "crypto/curve/edwards.h"

namespace fairdeal::crypto {

/// All points with Z = 1, by one inversion: for tables that outlast many sums. Constant time.
/// (Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987, section
/// 10.3.1.)
std::vector<Niels<Field>> normalized(std::span<const Extended<Field>> points);

}  // namespace fairdeal::crypto
