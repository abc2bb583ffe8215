#include "net/address.h"

#include <charconv>

namespace fairdeal::net {

std::string Address::text() const {
  const bool v6 = host.find(':') != std::string::npos;
  return (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Result<Address> Address::parse(std::string_view text) {
  const auto malformed = [&] {
    return fail(Fault::not_canonical, "the address " + std::string(text.substr(0, 80)));
  };
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return malformed();
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);

  Address address;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (error != std::errc() || end != port.data() + port.size()) return malformed();

  const bool bracketed = host.starts_with('[') && host.ends_with(']');
  if (bracketed) host = host.substr(1, host.size() - 2);
  if (host.empty() || host.find_first_of(bracketed ? "[]" : "[]:") != std::string_view::npos)
    return malformed();
  address.host = host;
  return address;
}

}  // namespace fairdeal::net
