#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "net/sockets/address.h"

/// Strangers at a port, from eight addresses of this machine: they shake hands under identities
/// that nobody knows, send ten kinds of garbage, and hold idle connections.
namespace fairdeal::hostile {

/// The garbage in place of a handshake, or after its beginning.
enum class Garbage {
  nothing,      ///< connects, and goes
  reset,        ///< the same, with a reset
  one_byte,     ///< and then nothing
  http,         ///< what a browser asks
  tls,          ///< what a browser asks first
  zeros,        ///< handshakes of length 0
  random,       ///< bytes of any value
  long_record,  ///< the longest length, and then nothing
  low_order,    ///< a first message with a key of low order
  half,         ///< an honest first message, then random bytes
};
inline constexpr std::size_t kGarbage = 10;

struct Attack {
  int handshakes_a_second = 1'000;
  int garbage_a_second = 100;
  int idle = 64;  ///< connections, opened again as they are closed
};

/// Calls `target` from a thread of its own until it is destroyed.
class Strangers {
 public:
  Strangers(const sockets::Address& target, const Attack& attack, std::uint64_t seed);
  ~Strangers();
  Strangers(const Strangers&) = delete;

  struct Counts {
    std::uint64_t calls = 0;        ///< that were taken
    std::uint64_t established = 0;  ///< handshakes that came to their end
    std::uint64_t garbage = 0;
    std::uint64_t refused = 0;  ///< connections that the other end closed
  };
  Counts counts() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fairdeal::hostile
