#include "net/clock.h"

#include <chrono>

namespace fairdeal::net {

Instant now() {
  using namespace std::chrono;
  return {duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count()};
}

std::uint64_t utc_ms() {
  using namespace std::chrono;
  const auto since_1970 = system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(duration_cast<milliseconds>(since_1970).count());
}

}  // namespace fairdeal::net
