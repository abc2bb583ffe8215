#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace fairdeal::sockets {

/// The schemes of all transports (transports.cc) but that of TCP, which is never written.
inline constexpr std::array<std::string_view, 0> kSchemes{};

/// The place where a peer listens: a URL, of which the scheme of TCP is left out:
/// "192.0.2.7:7000", "[2001:db8::7]:7000" or "ann.example.org:7000".
struct Address {
  std::string host;  // an IP address, or a name to be looked up
  std::uint16_t port = 0;
  std::string scheme{};  // of its transport (transport.h); "": TCP
  auto operator<=>(const Address&) const = default;

  /// Writes the address as above; only an IPv6 host stands in brackets.
  std::string text() const;
  /// Reads what text() writes. Errors: not_canonical (also if no transport has the scheme).
  static Result<Address> parse(std::string_view text);
};

/// The set of machines from which an IP address can be reached.
enum class Reach {
  machine,   ///< this machine alone: loopback
  link,      ///< one cable or radio cell: link-local
  network,   ///< a private network: RFC 1918, RFC 6598 (a provider's own), RFC 4193
  anywhere,  ///< everywhere, unless a firewall is in between
};
/// Returns from where a literal IP address can be reached; an IPv4 address mapped into IPv6 counts
/// as the IPv4 address. Returns none for a name, and for an address that no machine has
/// (unspecified, multicast, reserved).
std::optional<Reach> reach_of(const std::string& host);

}  // namespace fairdeal::sockets
