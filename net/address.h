#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace fairdeal::net {

/// Where a peer listens: "192.0.2.7:7000", "[2001:db8::7]:7000" or "ann.example.org:7000".
struct Address {
  std::string host;  // an IP address, or a name to be looked up
  std::uint16_t port = 0;
  auto operator<=>(const Address&) const = default;

  std::string text() const;
  /// Errors: not_canonical.
  static Result<Address> parse(std::string_view text);
};

/// From where an IP address can be reached.
enum class Reach {
  machine,   ///< this machine alone: loopback
  link,      ///< one cable or radio cell: link-local
  network,   ///< a private network: RFC 1918, RFC 6598 (a provider's own), RFC 4193
  anywhere,  ///< everywhere, unless a firewall is in between
};
/// Returns from where a literal address can be reached; none for a name, and for an address that no
/// machine has (unspecified, multicast, reserved). IPv4 mapped into IPv6 counts as what it maps.
std::optional<Reach> reach_of(const std::string& host);

}  // namespace fairdeal::net
