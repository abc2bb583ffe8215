#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/time.h"
#include "net/channel/rung.h"

namespace fairdeal::mesh {

/// The state of the connection to a peer that is up.
struct PathStatus {
  channel::Rung rung;
  std::string where;                   ///< the address at its other end, or "relay HOST"
  std::optional<Duration> round_trip;  ///< of the last ping that was answered
  Duration age;
  Duration silence;  ///< since the last byte came
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
};

/// A call that came to nothing.
struct FailedCall {
  std::string where;  ///< the address that was called
  std::string why;
  Duration ago;
};

}  // namespace fairdeal::mesh
