#pragma once

#include "base/time.h"

namespace fairdeal::net {

/// Returns the present moment by std::chrono::steady_clock, which nobody can set. No other function
/// below apps/ reads a clock.
Instant now();

}  // namespace fairdeal::net
