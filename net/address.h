#pragma once

#include <compare>
#include <cstdint>
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

}  // namespace fairdeal::net
