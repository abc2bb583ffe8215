#pragma once

#include "base/time.h"

namespace fairdeal::net {

/// The moment, by the clock that nobody sets (std::chrono::steady_clock). The only clock read below
/// apps/.
Instant now();

}  // namespace fairdeal::net
