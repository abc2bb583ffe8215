#include <cstdlib>
#include <ctime>
#include <unistd.h>

#include <sys/syscall.h>

/// A library for LD_PRELOAD: the clock of a program shows another time, later by
/// FD_CLOCK_AHEAD_S seconds. All else counts as before.
extern "C" int clock_gettime(clockid_t which, timespec* time) noexcept {
  const auto result = static_cast<int>(::syscall(SYS_clock_gettime, which, time));
  const char* ahead = std::getenv("FD_CLOCK_AHEAD_S");
  if (result == 0 && which == CLOCK_REALTIME && ahead != nullptr) time->tv_sec += std::atol(ahead);
  return result;
}
