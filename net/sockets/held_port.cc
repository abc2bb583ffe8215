#include "net/sockets/held_port.h"

#include <unistd.h>
#include <utility>

namespace fairdeal::sockets {

HeldPort::HeldPort(HeldPort&& other) noexcept
    : address_(std::move(other.address_)), descriptor_(other.release()) {}

HeldPort& HeldPort::operator=(HeldPort&& other) noexcept {
  std::swap(address_, other.address_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

HeldPort::~HeldPort() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool HeldPort::serves(const Address& at, std::uint16_t ports) const {
  // On a machine without IPv6, "::" stands for its IPv4 addresses.
  const bool same_host =
      at.host == address_.host || (at.host == "::" && address_.host == "0.0.0.0");
  const bool in_span = address_.port >= at.port && address_.port - at.port < ports;
  return at.scheme == address_.scheme && same_host && (at.port == 0 || in_span);
}

int HeldPort::release() { return std::exchange(descriptor_, -1); }

}  // namespace fairdeal::sockets
