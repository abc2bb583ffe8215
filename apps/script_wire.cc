#include "apps/script_wire.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

#include <sys/socket.h>

namespace fairdeal::apps {
namespace {

bool read_all(int socket, std::span<std::byte> into, int wait_ms) {
  while (!into.empty()) {
    if (wait_ms >= 0) {
      pollfd waits{socket, POLLIN, 0};
      const int ready = ::poll(&waits, 1, wait_ms);
      if (ready < 0 && errno == EINTR) continue;
      if (ready <= 0) return false;
    }
    const ssize_t size = ::read(socket, into.data(), into.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    into = into.subspan(static_cast<std::size_t>(size));
  }
  return true;
}

}  // namespace

bool write_message(int socket, ByteSpan message) {
  const Bytes framed = Writer(message.size() + sizeof(std::uint32_t)).frame(message).bytes();
  ByteSpan rest = framed;
  while (!rest.empty()) {
    const ssize_t size = ::send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    rest = rest.subspan(static_cast<std::size_t>(size));
  }
  return true;
}

bool read_message(int socket, Bytes& message, std::size_t bytes_max, int wait_ms) {
  ByteArray<sizeof(std::uint32_t)> head{};
  if (!read_all(socket, head, wait_ms)) return false;
  const std::uint32_t length = *Reader(head).u32();
  if (length > bytes_max) return false;
  message.resize(length);
  return read_all(socket, message, wait_ms);
}

}  // namespace fairdeal::apps
