#include "ui/front/typed_ahead.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace fairdeal::front {

TypedAhead::TypedAhead() {
  if (::isatty(STDIN_FILENO) == 1)
    input_ = ::open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

TypedAhead::~TypedAhead() {
  if (input_ >= 0) ::close(input_);
}

std::string TypedAhead::take() {
  if (input_ < 0) return "";
  // A program in the background that reads its terminal would be stopped. Of a terminal that is not
  // the one of this session nobody is in the foreground.
  const pid_t in_front = ::tcgetpgrp(STDIN_FILENO);
  if (in_front >= 0 && in_front != ::getpgrp()) return "";
  std::string typed;
  std::array<char, 4096> part{};
  for (;;) {
    const ssize_t n = ::read(input_, part.data(), part.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return typed;
    typed.append(part.data(), static_cast<std::size_t>(n));
  }
}

}  // namespace fairdeal::front
