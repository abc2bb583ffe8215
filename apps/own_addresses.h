#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fairdeal::apps {

/// An address of this machine at which others may reach it.
struct OwnAddress {
  enum class From {
    network,   ///< whoever is on the same network
    anywhere,  ///< everybody, unless a firewall is in between
  };
  std::string text;
  From from;
  bool is_v6() const { return text.find(':') != std::string::npos; }
  bool operator==(const OwnAddress&) const = default;
};

/// Returns the addresses of all interfaces that are up: those that everybody reaches first, and
/// IPv4 before IPv6.
std::vector<OwnAddress> own_addresses();

/// Returns what a host has to do before friends elsewhere can call it by IPv4, followed by `then`;
/// "" if there is nothing to do, or if it has no IPv4.
std::string forwarding(const std::vector<OwnAddress>& addresses, std::uint16_t port,
                       const std::string& then);

/// Returns the commands that a host sends its friends, a line each, and what it may have to do
/// first.
std::vector<std::string> invitation(const std::vector<OwnAddress>& addresses, std::uint16_t port);

}  // namespace fairdeal::apps
