#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ui/words/said.h"

namespace fairdeal::home {

/// An address of this machine at which others may reach it.
struct OwnAddress {
  enum class From {
    network,   ///< only from the same network
    anywhere,  ///< from everywhere, unless a firewall is in between
  };
  std::string text;
  From from;
  bool is_v6() const { return text.find(':') != std::string::npos; }
  bool operator==(const OwnAddress&) const = default;
};

/// Returns the addresses of all interfaces that are up. Those that can be reached from anywhere
/// come first, and IPv4 before IPv6 among equals.
std::vector<OwnAddress> own_addresses();

/// Returns a sentence that tells a host to forward `port` in its router, so that friends elsewhere
/// can reach it by IPv4, and to do `then` afterwards. Returns nothing if one of the addresses can
/// be reached from anywhere by IPv4, or none is IPv4.
words::Said forwarding(const std::vector<OwnAddress>& addresses, std::uint16_t port,
                       const words::Said& then);

/// Returns three lines on what a host without a relay can do for friends elsewhere: a relay of
/// one's own, a friend's, or the router. Returns none where forwarding() has nothing to say.
std::vector<words::Said> ways_from_elsewhere(const std::vector<OwnAddress>& addresses,
                                             std::uint16_t port);

/// Returns the commands that a host sends to its friends, a line each, and after them the sentence
/// of forwarding(), if there is one.
std::vector<words::Said> invitation(const std::vector<OwnAddress>& addresses, std::uint16_t port);

}  // namespace fairdeal::home
