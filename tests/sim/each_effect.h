#pragma once

#include <algorithm>

#include "tests/run_size.h"

namespace fairdeal::sim {

/// Whether something happens at each effect in turn, or at some of them.
inline const bool kEachEffect = sizes::number_in("FD_EACH_EFFECT", 0) == 1;

/// Returns the next of so many effects at which something happens.
inline std::size_t after(std::size_t effect, std::size_t of) {
  if (kEachEffect) return effect + (effect < 300 ? 1 : std::max<std::size_t>(11, of / 100));
  return effect + std::max<std::size_t>(31, of / 12);
}

}  // namespace fairdeal::sim
