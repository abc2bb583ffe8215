#include <algorithm>
#include <array>

#include "base/check.h"
#include "net/sockets/transport.h"

namespace fairdeal::sockets {
namespace {

/// All transports. An address without a scheme is one of the first.
constexpr std::array kTransports{&kTcp};

}  // namespace

const Transport* transport_named(std::string_view scheme) {
  const auto found = std::ranges::find(kTransports, scheme, &Transport::scheme);
  return found != kTransports.end() ? *found : nullptr;
}

const Transport& transport_of(const Address& address) {
  if (address.scheme.empty()) return *kTransports.front();
  const Transport* found = transport_named(address.scheme);
  CHECK(found != nullptr);
  return *found;
}

}  // namespace fairdeal::sockets
