#include "relay/networks.h"

#include <algorithm>

namespace fairdeal::relay {
namespace {

bool is_v4(const SourceId& source) { return IpAddress{source.prefix}.is_v4(); }

}  // namespace

CountedNetwork network_of(const SourceId& source, Width width) {
  CountedNetwork network{.width = width, .prefix = source};
  const bool v4 = is_v4(source);
  if (width == Width::source || (v4 && width == Width::site)) return network;
  const std::ptrdiff_t kept = v4 ? 15 : width == Width::site ? 7 : 6;
  std::fill(network.prefix.prefix.begin() + kept, network.prefix.prefix.end(), std::byte{0});
  return network;
}

std::vector<CountedNetwork> networks_of(const SourceId& source) {
  std::vector<CountedNetwork> all{network_of(source, Width::source)};
  if (!is_v4(source)) all.push_back(network_of(source, Width::site));
  all.push_back(network_of(source, Width::network));
  return all;
}

}  // namespace fairdeal::relay
