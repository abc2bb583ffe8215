#include "net/sockets/address.h"

#include <charconv>

#include "net/sockets/asio.h"
#include "net/sockets/listener.h"

namespace fairdeal::sockets {

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

namespace {

/// Returns whether the first `bits` bits of `address` are those of a.b.0.0.
bool lies_in(std::uint32_t address, std::uint32_t a, std::uint32_t b, int bits) {
  return (address ^ (a << 24 | b << 16)) >> (32 - bits) == 0;
}

std::optional<Reach> reach_of_v4(std::uint32_t address) {
  if (lies_in(address, 127, 0, 8)) return Reach::machine;
  if (lies_in(address, 169, 254, 16)) return Reach::link;
  if (lies_in(address, 10, 0, 8) || lies_in(address, 172, 16, 12) ||
      lies_in(address, 192, 168, 16) || lies_in(address, 100, 64, 10))
    return Reach::network;
  if (lies_in(address, 0, 0, 8) || lies_in(address, 224, 0, 3)) return {};
  return Reach::anywhere;
}

}  // namespace

std::optional<Reach> reach_of(const std::string& host) {
  error_code is_a_name;
  const auto address = unwrapped(asio::ip::make_address(host, is_a_name));
  if (is_a_name) return {};
  if (address.is_v4()) return reach_of_v4(address.to_v4().to_uint());
  const auto v6 = address.to_v6();
  if (v6.is_loopback()) return Reach::machine;
  if (v6.is_link_local()) return Reach::link;
  const auto bytes = v6.to_bytes();
  if ((bytes[0] & 0xfe) == 0xfc) return Reach::network;   // fc00::/7, RFC 4193
  if ((bytes[0] & 0xe0) == 0x20) return Reach::anywhere;  // 2000::/3, all that IANA gives out
  return {};
}

}  // namespace fairdeal::sockets
