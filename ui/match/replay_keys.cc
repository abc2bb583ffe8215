#include "ui/match/replay_keys.h"

#include <poll.h>
#include <unistd.h>

namespace fairdeal::match {
namespace {

constexpr char kEscape = 27, kCtrlC = 3, kCtrlD = 4;
/// The bytes of one key come together, so that much later bytes are another key.
constexpr int kSameKeyMs = 50;

}  // namespace

ReplayKeys::ReplayKeys() {
  ::tcgetattr(STDIN_FILENO, &before_);
  termios keys = before_;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &keys);
}

ReplayKeys::~ReplayKeys() { ::tcsetattr(STDIN_FILENO, TCSANOW, &before_); }

std::optional<char> ReplayKeys::byte(int wait_ms) {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  if (::poll(&input, 1, wait_ms) <= 0) return {};
  char c = 0;
  return ::read(STDIN_FILENO, &c, 1) == 1 ? c : '\0';
}

/// Reads the rest of a key that is sent as several bytes, such as "\e[5~".
std::optional<ReplayCommand> ReplayKeys::escape() {
  const auto kind = byte(kSameKeyMs);
  if (kind != '[' && kind != 'O') return {};
  const auto key = byte(kSameKeyMs);
  if (!key) return {};
  if (*key >= '0' && *key <= '9')
    while (const auto rest = byte(kSameKeyMs))
      if (*rest == '~' || *rest == '\0') break;
  switch (*key) {
    case 'C':
      return ReplayCommand{ReplayStep::next};
    case 'D':
      return ReplayCommand{ReplayStep::back};
    case '5':
      return ReplayCommand{ReplayStep::hand_back};
    case '6':
      return ReplayCommand{ReplayStep::next_hand};
    case 'H':
    case '1':
      return ReplayCommand{ReplayStep::first};
    case 'F':
    case '4':
      return ReplayCommand{ReplayStep::last};
    default:
      return {};
  }
}

std::optional<ReplayCommand> ReplayKeys::next(int wait_ms) {
  for (;;) {
    const auto key = byte(wait_ms);
    if (!key) return {};
    if (*key >= '0' && *key <= '9') {
      number_ = number_ < 100'000'000 ? 10 * number_ + static_cast<std::uint64_t>(*key - '0') : 0;
      continue;
    }
    const std::uint64_t number = std::exchange(number_, 0);
    switch (*key) {
      case '\0':
      case kCtrlC:
      case kCtrlD:
        return ReplayCommand{ReplayStep::quit};
      case kEscape:
        if (const auto command = escape()) return command;
        break;
      case 'h':
        return ReplayCommand{ReplayStep::to_hand, number};
      case 'r':
        return ReplayCommand{ReplayStep::to_record, number};
      case ' ':
        return ReplayCommand{ReplayStep::play};
      case '\r':
      case '\n':
        return ReplayCommand{ReplayStep::next};
      default:
        if (const auto command = replay_command(std::string(1, *key))) return command;
    }
  }
}

}  // namespace fairdeal::match
