#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace fairdeal {

/// An IP address as a value. An IPv4 address is kept as the IPv6 address into which it is mapped
/// (RFC 4291, 2.5.5.2), so an address has one value at sockets of both families, and prefixes of
/// both are compared in one way.
struct IpAddress {
  /// The bits before an IPv4 address in the one into which it is mapped.
  static constexpr std::size_t kMappedBits = 96;

  ByteArray<16> bytes{};
  auto operator<=>(const IpAddress&) const = default;

  static IpAddress v4(std::uint32_t address);
  /// Reads "192.0.2.7" or "2001:db8::7". Errors: not_canonical.
  static Result<IpAddress> parse(std::string_view text);
  /// Writes what parse() reads.
  std::string text() const;

  bool is_v4() const;
  bool is_link_local() const;  ///< in fe80::/10
  /// Returns whether the first `bits` of both are the same; at most 128.
  bool shares_prefix(const IpAddress& other, std::size_t bits) const;
};

}  // namespace fairdeal
