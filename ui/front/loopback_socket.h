#pragma once

#include <cstdint>

#include "base/result.h"

namespace fairdeal::front {

/// A socket that listens at 127.0.0.1, for this machine alone.
struct LoopbackSocket {
  int descriptor;  ///< the caller closes it
  std::uint16_t port;
};

/// Listens at a port; 0: any that is free. Errors: storage, in words.
Result<LoopbackSocket> listen_on_loopback(std::uint16_t port);

}  // namespace fairdeal::front
