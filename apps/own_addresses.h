#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fairdeal::apps {

/// An address of this machine at which others may reach it.
struct OwnAddress {
  enum class From {
    network,   ///< whoever is on the same network: RFC 1918, RFC 6598 (a provider's own), RFC 4193
    anywhere,  ///< everybody, unless a firewall is in between
  };
  std::string text;
  From from;
  bool is_v6() const { return text.find(':') != std::string::npos; }
  bool operator==(const OwnAddress&) const = default;
};

using V6Bytes = std::array<std::uint8_t, 16>;

/// From where an IPv4 address, given as the number it is, or an IPv6 address can be reached; none:
/// from this machine alone, or only by naming one of its interfaces.
std::optional<OwnAddress::From> reached_from(std::uint32_t address);
std::optional<OwnAddress::From> reached_from(const V6Bytes& address);

/// Those of all interfaces that are up, the ones that everybody reaches first, and IPv4 before
/// IPv6.
std::vector<OwnAddress> own_addresses();

/// The commands that a host sends its friends, a line each, and what it may have to do first.
std::vector<std::string> invitation(const std::vector<OwnAddress>& addresses, std::uint16_t port);

}  // namespace fairdeal::apps
