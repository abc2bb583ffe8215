#pragma once

#include "base/time.h"

namespace fairdeal::net {

/// Returns the present moment by the clock that nobody sets (std::chrono::steady_clock). Below
/// apps/ no other function reads a clock.
Instant now();

}  // namespace fairdeal::net
