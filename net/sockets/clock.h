#pragma once

#include <cstdint>

#include "base/time.h"

namespace fairdeal::sockets {

/// Returns the present moment by std::chrono::steady_clock, which nobody can set. No other function
/// below ui/ reads a clock.
Instant now();

/// Returns the present moment by a clock that goes on while the machine sleeps, which the one of
/// now() does not. The two have nothing else in common.
Instant now_asleep_too();

/// Returns the time of day in milliseconds since 1970, UTC. Anybody can set that clock: it is told
/// to others, who compare it roughly with theirs, and no deadline depends on it.
std::uint64_t utc_ms();

}  // namespace fairdeal::sockets
