#pragma once

#include "base/rng.h"

namespace fairdeal {

/// Returns a uniform place in a list of `size` entries. Requires size > 0 (CHECKed). It fits into a
/// std::size_t, whose size differs between machines, because it is less than `size`.
inline std::size_t random_index(Rng& rng, std::size_t size) {
  return static_cast<std::size_t>(rng.below(size));
}

}  // namespace fairdeal
