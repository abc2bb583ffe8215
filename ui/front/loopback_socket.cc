#include "ui/front/loopback_socket.h"

#include <system_error>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace fairdeal::front {
namespace {

constexpr int kWaitingMax = 16;  ///< callers whom nobody has accepted yet

}  // namespace

Result<LoopbackSocket> listen_on_loopback(std::uint16_t port) {
  const auto storage_error = [&] {
    return Error{.fault = Fault::storage,
                 .about = "127.0.0.1:" + std::to_string(port) + ": " +
                          std::generic_category().message(errno)};
  };
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) return fail(storage_error());
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  const bool good = ::bind(socket, reinterpret_cast<const sockaddr*>(&address), length) == 0 &&
                    ::listen(socket, kWaitingMax) == 0 &&
                    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length) == 0;
  if (!good) {
    const Error error = storage_error();
    ::close(socket);
    return fail(error);
  }
  return LoopbackSocket{socket, ntohs(address.sin_port)};
}

}  // namespace fairdeal::front
