// Joins two networks, and delays each frame on its way from one to the other:
// fairdeal-delay MILLISECONDS TAP TAP
//
// It makes the two TAP interfaces, whose owner then plugs each into a network. Some kernels have no
// netem, which would do the same.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <vector>

#include <linux/if_tun.h>
#include <net/if.h>
#include <sys/ioctl.h>

namespace {

using Clock = std::chrono::steady_clock;

struct Frame {
  Clock::time_point due;
  std::vector<char> bytes;
};

/// Makes the interface, and returns a descriptor that reads and writes its frames.
int open_tap(const char* name) {
  const int tap = ::open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  ifreq request{};
  request.ifr_flags = IFF_TAP | IFF_NO_PI;
  std::strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  if (tap >= 0 && ::ioctl(tap, TUNSETIFF, &request) == 0) return tap;
  std::puts("no TAP interface");
  std::exit(1);
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) return 2;
  const std::chrono::milliseconds delay(std::atoi(words[1]));
  const std::array<int, 2> taps{open_tap(words[2]), open_tap(words[3])};
  std::array<std::deque<Frame>, 2> waiting;  // by the interface from which they came
  std::puts("joined");
  std::fflush(stdout);
  for (;;) {
    int wait_ms = -1;
    for (std::size_t from = 0; from < 2; ++from) {
      auto& frames = waiting[from];
      for (; !frames.empty() && frames.front().due <= Clock::now(); frames.pop_front())
        // One that cannot be written is lost, as in any network.
        (void)!::write(taps[1 - from], frames.front().bytes.data(), frames.front().bytes.size());
      if (frames.empty()) continue;
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(frames.front().due - Clock::now());
      const int left_ms = static_cast<int>(left.count() > 0 ? left.count() : 0);
      wait_ms = wait_ms < 0 ? left_ms : std::min(wait_ms, left_ms);
    }
    std::array<pollfd, 2> polled{pollfd{taps[0], POLLIN, 0}, pollfd{taps[1], POLLIN, 0}};
    if (::poll(polled.data(), polled.size(), wait_ms) < 0) return 1;
    for (std::size_t from = 0; from < 2; ++from) {
      std::array<char, 70'000> buffer;
      for (;;) {
        const auto size = ::read(taps[from], buffer.data(), buffer.size());
        if (size <= 0) break;
        waiting[from].push_back({Clock::now() + delay, {buffer.begin(), buffer.begin() + size}});
      }
    }
  }
}
