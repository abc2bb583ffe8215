#include "net/sockets/address.h"

#include <algorithm>
#include <charconv>

#include "base/ip.h"

namespace fairdeal::sockets {

std::string Address::text() const {
  const bool v6 = host.find(':') != std::string::npos;
  return (scheme.empty() ? "" : scheme + "://") + (v6 ? "[" + host + "]" : host) + ":" +
         std::to_string(port);
}

Result<Address> Address::parse(std::string_view text) {
  const auto malformed = [text] {
    return fail(Fault::not_canonical, "the address " + std::string(text.substr(0, 80)));
  };
  Address address;
  if (const auto end = text.find("://"); end != std::string_view::npos) {
    address.scheme = text.substr(0, end);
    // The scheme of TCP is never written, so an address has one text.
    if (std::ranges::count(kSchemes, address.scheme) == 0) return malformed();
    text.remove_prefix(end + 3);
  }
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return malformed();
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);

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

/// Returns whether `address` is one of the IPv4 network `network`/`bits`.
bool lies_in(const IpAddress& address, std::uint32_t network, std::size_t bits) {
  return address.shares_prefix(IpAddress::v4(network), IpAddress::kMappedBits + bits);
}

std::optional<Reach> reach_of_v4(const IpAddress& address) {
  if (lies_in(address, 0x7f'00'00'00, 8)) return Reach::machine;  // 127.0.0.0/8
  if (lies_in(address, 0xa9'fe'00'00, 16)) return Reach::link;    // 169.254.0.0/16
  if (lies_in(address, 0x0a'00'00'00, 8) ||                       // 10.0.0.0/8
      lies_in(address, 0xac'10'00'00, 12) ||                      // 172.16.0.0/12
      lies_in(address, 0xc0'a8'00'00, 16) ||                      // 192.168.0.0/16
      lies_in(address, 0x64'40'00'00, 10))                        // 100.64.0.0/10
    return Reach::network;
  if (lies_in(address, 0, 8) || lies_in(address, 0xe0'00'00'00, 3)) return {};
  return Reach::anywhere;
}

/// Returns whether the first `bits` bits of an address, at most 8, are those of `first`.
bool begins_with(const IpAddress& address, unsigned first, std::size_t bits) {
  IpAddress prefix;
  prefix.bytes[0] = static_cast<std::byte>(first);
  return address.shares_prefix(prefix, bits);
}

}  // namespace

std::optional<Reach> reach_of(const std::string& host) {
  // An IPv6 address may name its interface: "fe80::1%eth0".
  const bool v6 = host.find(':') != std::string::npos;
  const auto address = IpAddress::parse(v6 ? host.substr(0, host.find('%')) : host);
  if (!address) return {};
  if (address->is_v4()) return reach_of_v4(*address);
  IpAddress loopback;
  loopback.bytes.back() = std::byte{1};
  if (*address == loopback) return Reach::machine;
  if (address->is_link_local()) return Reach::link;
  if (begins_with(*address, 0xfc, 7)) return Reach::network;   // fc00::/7, RFC 4193
  if (begins_with(*address, 0x20, 3)) return Reach::anywhere;  // 2000::/3, all that IANA gives out
  return {};
}

}  // namespace fairdeal::sockets
