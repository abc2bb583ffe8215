#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "relay/ip.h"

namespace fairdeal::relay {

/// The sizes of networks by which the relay counts. One customer of a provider may have all
/// addresses of any of them.
enum class Width : std::uint8_t {
  source,   ///< an IPv4 address, or the /64 of an IPv6 address
  site,     ///< the /56 of an IPv6 address
  network,  ///< the /24 of an IPv4 address, or the /48 of an IPv6 address
  everything,
};
inline constexpr std::array<Width, 3> kWidths{Width::source, Width::site, Width::network};

/// One such network.
struct CountedNetwork {
  Width width;
  SourceId prefix;
  auto operator<=>(const CountedNetwork&) const = default;
};

/// Returns the networks that a source belongs to, the smallest first.
std::vector<CountedNetwork> networks_of(const SourceId& source);
/// Returns the one of that width; for the site of an IPv4 address, the address. Requires: one of
/// kWidths.
CountedNetwork network_of(const SourceId& source, Width width);

/// A number for each width.
template <class T>
struct PerWidth {
  T source, site, network;
  T of(Width width) const {
    return width == Width::source ? source : width == Width::site ? site : network;
  }
};

}  // namespace fairdeal::relay
