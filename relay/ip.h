#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/ip.h"

namespace fairdeal::relay {

/// The unit of the limits: an IPv4 address, or the /64 of an IPv6 address, of which one customer
/// has all addresses.
struct SourceId {
  ByteArray<16> prefix{};
  auto operator<=>(const SourceId&) const = default;
};

/// Returns what the limits count the caller at this address by.
SourceId source_of(const IpAddress& address);

/// The addresses that begin with the same bits.
struct IpNetwork {
  IpAddress base;
  std::size_t bits = 0;  ///< of the 128 that an IpAddress has

  /// Reads "192.0.2.0/24" or "2001:db8::/32"; an address alone is a network of one. Errors:
  /// not_canonical (also if bits after the prefix are set).
  static Result<IpNetwork> parse(std::string_view text);
  bool contains(const IpAddress& address) const;
};

/// An IP address and a port of this machine.
struct Address {
  IpAddress ip;
  std::uint16_t port = 0;
  /// Returns "192.0.2.7:4800" or "[2001:db8::7]:4800".
  std::string text() const;
};

/// Returns the address of a client that came through proxies. `forwarded` is what they wrote into
/// X-Forwarded-For: each appends the address that called it. It is believed as far as the trusted
/// proxies wrote it, so the client is the last address that is not `trusted`, beginning with
/// `peer`, the other end of the socket. The client's own words there come before that, and
/// count for nothing. At an entry that is no address, the reading stops.
IpAddress client_address(const IpAddress& peer, std::string_view forwarded,
                         std::span<const IpNetwork> trusted);

}  // namespace fairdeal::relay
