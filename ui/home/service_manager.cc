#include "ui/home/service_manager.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#include <sys/socket.h>
#include <sys/un.h>

namespace fairdeal::home {

ServiceManager::ServiceManager() {
  const char* path = std::getenv("NOTIFY_SOCKET");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t length = path == nullptr ? 0 : std::strlen(path);
  if (length == 0 || length >= sizeof address.sun_path) return;
  std::memcpy(address.sun_path, path, length);
  // A name that begins with @ is not in the file system; its first byte is 0 in the address.
  if (path[0] == '@') address.sun_path[0] = '\0';
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length);
  socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0) return;
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), size) == 0) return;
  ::close(socket_);
  socket_ = -1;
}

ServiceManager::~ServiceManager() {
  if (socket_ >= 0) ::close(socket_);
}

void ServiceManager::tell(std::string_view state) const {
  if (socket_ >= 0) (void)!::send(socket_, state.data(), state.size(), MSG_NOSIGNAL);
}

}  // namespace fairdeal::home
