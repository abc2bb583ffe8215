#include "net/sockets/clock.h"

#include <chrono>
#include <ctime>

namespace fairdeal::sockets {

Instant now() {
  using namespace std::chrono;
  return {duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count()};
}

Instant now_asleep_too() {
  timespec time{};
  ::clock_gettime(CLOCK_BOOTTIME, &time);
  return {std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000};
}

std::uint64_t utc_ms() {
  using namespace std::chrono;
  const auto since_1970 = system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(duration_cast<milliseconds>(since_1970).count());
}

}  // namespace fairdeal::sockets
