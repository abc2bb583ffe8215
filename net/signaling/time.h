#pragma once

#include <cstdint>

#include "base/time.h"

namespace fairdeal::signaling {

/// The time of an input, by the two clocks of a machine.
struct Time {
  Instant now;
  std::uint64_t utc_ms = 0;  ///< since 1970; others are told it, and no deadline depends on it
};

}  // namespace fairdeal::signaling
