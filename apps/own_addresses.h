#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fairdeal::apps {

/// An IPv4 address of this machine at which others may reach it.
struct OwnAddress {
  enum class From {
    network,   ///< whoever is on the same network: RFC 1918, or RFC 6598 (a provider's own)
    anywhere,  ///< everybody, unless a firewall is in between
  };
  std::string text;
  From from;
  bool operator==(const OwnAddress&) const = default;
};

/// From where an address, given as the number it is, can be reached; none: from this machine alone.
std::optional<OwnAddress::From> reached_from(std::uint32_t address);

/// Those of all interfaces that are up, the ones that everybody reaches first.
std::vector<OwnAddress> own_addresses();

/// The commands that a host sends its friends, a line each, and what it may have to do first.
std::vector<std::string> invitation(const std::vector<OwnAddress>& addresses, std::uint16_t port);

}  // namespace fairdeal::apps
