#pragma once

#include <span>
#include <vector>

#include "crypto/curve/edwards.h"

namespace fairdeal::crypto {

/// Returns all points with Z = 1, in constant time and with one inversion, for tables that serve
/// many sums. The limbs of the result are carried, so that lanes can take them
/// (ifma/field_lanes.h). (Montgomery, "Speeding the Pollard and elliptic curve methods of
/// factorization", 1987, section 10.3.1.)
std::vector<Niels<Field>> normalized(std::span<const Extended<Field>> points);

}  // namespace fairdeal::crypto
