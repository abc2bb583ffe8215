#include "apps/own_addresses.h"

#include <algorithm>
#include <ifaddrs.h>
#include <memory>

#include <arpa/inet.h>
#include <net/if.h>

namespace fairdeal::apps {
namespace {

bool lies_in(std::uint32_t address, std::uint32_t network, int bits) {
  return address >> (32 - bits) == network >> (32 - bits);
}

constexpr std::uint32_t ip(std::uint32_t a, std::uint32_t b) { return a << 24 | b << 16; }

}  // namespace

std::optional<OwnAddress::From> reached_from(std::uint32_t address) {
  using From = OwnAddress::From;
  if (lies_in(address, ip(127, 0), 8) || lies_in(address, ip(169, 254), 16) || address == 0)
    return {};
  const bool is_private = lies_in(address, ip(10, 0), 8) || lies_in(address, ip(172, 16), 12) ||
                          lies_in(address, ip(192, 168), 16) || lies_in(address, ip(100, 64), 10);
  return is_private ? From::network : From::anywhere;
}

std::vector<OwnAddress> own_addresses() {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(first, &::freeifaddrs);
  std::vector<OwnAddress> found;
  for (const ifaddrs* at = first; at != nullptr; at = at->ifa_next) {
    if (at->ifa_addr == nullptr || at->ifa_addr->sa_family != AF_INET ||
        (at->ifa_flags & IFF_UP) == 0)
      continue;
    const in_addr address = reinterpret_cast<const sockaddr_in*>(at->ifa_addr)->sin_addr;
    const auto from = reached_from(ntohl(address.s_addr));
    char text[INET_ADDRSTRLEN] = {};
    if (from && ::inet_ntop(AF_INET, &address, text, sizeof text) != nullptr)
      found.push_back({text, *from});
  }
  std::ranges::stable_sort(found, std::ranges::greater{}, &OwnAddress::from);
  return found;
}

std::vector<std::string> invitation(const std::vector<OwnAddress>& addresses, std::uint16_t port) {
  const std::string colon = ":" + std::to_string(port);
  std::vector<std::string> lines;
  bool anywhere = false;
  for (const OwnAddress& address : addresses) {
    const bool global = address.from == OwnAddress::From::anywhere;
    anywhere = anywhere || global;
    lines.push_back("  fairdeal join " + address.text + colon +
                    (global ? "   from anywhere" : "   from your network"));
  }
  if (addresses.empty())
    return {"  fairdeal join 127.0.0.1" + colon + "   from this machine: it has no network"};
  if (!anywhere)
    lines.push_back("For friends elsewhere, let your router forward TCP port " +
                    std::to_string(port) + " to " + addresses.front().text +
                    ", and send them the router's address.");
  return lines;
}

}  // namespace fairdeal::apps
