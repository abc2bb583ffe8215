#include "ui/sandbox/script_wire.h"

#include <algorithm>
#include <cerrno>
#include <chrono>

#include <sys/socket.h>
#include <sys/time.h>

namespace fairdeal::sandbox {
namespace {

constexpr std::size_t kPartBytes = std::size_t{64} << 10;
constexpr std::chrono::microseconds kLooksFor{40};
/// A silence is counted in parts of this length, each of which this process has lived through. Why:
/// a program that was stopped for an hour finds one part over, and not an hour.
constexpr int kPart_ms = 500;

}  // namespace

ScriptWire::ScriptWire(int socket, int silence_max_ms, const std::atomic<bool>* stopped)
    : socket_(socket), silence_max_ms_(silence_max_ms), stopped_(stopped) {
  if (silence_max_ms == 0) return;
  const timeval limit{0, suseconds_t{1000} * std::min(silence_max_ms, kPart_ms)};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

bool ScriptWire::write(ByteSpan message) {
  const Bytes framed = Writer(message.size() + sizeof(std::uint32_t)).frame(message).bytes();
  ByteSpan rest = framed;
  while (!rest.empty()) {
    const ssize_t size = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    rest = rest.subspan(static_cast<std::size_t>(size));
  }
  return true;
}

/// Reads what arrives next; returns false at the end, and after the longest silence. Each part of a
/// silence ends one receive().
bool ScriptWire::read_more() {
  arrived_.erase(arrived_.begin(), arrived_.begin() + static_cast<std::ptrdiff_t>(used_));
  used_ = 0;
  const std::size_t before = arrived_.size();
  arrived_.resize(before + kPartBytes);
  const auto until = std::chrono::steady_clock::now() + kLooksFor;
  const auto receive = [&](int flags) {
    ssize_t size = -1;
    do size = ::recv(socket_, arrived_.data() + before, kPartBytes, flags);
    while (size < 0 && errno == EINTR);
    return size;
  };
  ssize_t size = -1;
  do size = receive(MSG_DONTWAIT);
  while (size < 0 && errno == EAGAIN && std::chrono::steady_clock::now() < until);
  int silent_ms = 0;
  const auto waits = [&] {
    return (silence_max_ms_ == 0 || silent_ms < silence_max_ms_) &&
           (stopped_ == nullptr || !*stopped_);
  };
  while (size < 0 && errno == EAGAIN && waits()) {
    size = receive(0);
    silent_ms += kPart_ms;
  }
  arrived_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return size > 0;
}

bool ScriptWire::read(Bytes& message, std::size_t bytes_max) {
  for (;;) {
    Reader reader(ByteSpan(arrived_).subspan(used_));
    if (const auto length = reader.u32()) {
      if (*length > bytes_max) return false;
      if (const auto whole = reader.raw(*length)) {
        message.assign(whole->begin(), whole->end());
        used_ += sizeof(std::uint32_t) + *length;
        return true;
      }
    }
    if (!read_more()) return false;
  }
}

}  // namespace fairdeal::sandbox
