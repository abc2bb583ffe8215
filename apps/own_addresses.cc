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

std::optional<OwnAddress::From> reached_from(const V6Bytes& address) {
  using From = OwnAddress::From;
  if ((address[0] & 0xfe) == 0xfc) return From::network;
  if ((address[0] & 0xe0) == 0x20) return From::anywhere;
  return {};
}

namespace {

template <class Address>
std::string text_of(int family, const Address& address) {
  char text[INET6_ADDRSTRLEN] = {};
  return ::inet_ntop(family, &address, text, sizeof text) != nullptr ? text : "";
}

std::optional<OwnAddress> own(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    const in_addr v4 = reinterpret_cast<const sockaddr_in&>(address).sin_addr;
    if (const auto from = reached_from(ntohl(v4.s_addr)))
      return OwnAddress{text_of(AF_INET, v4), *from};
  }
  if (address.sa_family == AF_INET6) {
    const in6_addr v6 = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
    if (const auto from = reached_from(std::to_array(v6.s6_addr)))
      return OwnAddress{text_of(AF_INET6, v6), *from};
  }
  return {};
}

}  // namespace

std::vector<OwnAddress> own_addresses() {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(first, &::freeifaddrs);
  std::vector<OwnAddress> found;
  for (const ifaddrs* at = first; at != nullptr; at = at->ifa_next) {
    if (at->ifa_addr == nullptr || (at->ifa_flags & IFF_UP) == 0) continue;
    if (auto address = own(*at->ifa_addr)) found.push_back(*std::move(address));
  }
  std::ranges::stable_sort(found, {}, [](const OwnAddress& a) {
    return std::pair(a.from == OwnAddress::From::network, a.is_v6());
  });
  return found;
}

std::vector<std::string> invitation(const std::vector<OwnAddress>& addresses, std::uint16_t port) {
  const std::string colon = ":" + std::to_string(port);
  std::vector<std::string> lines;
  bool anywhere = false;
  const OwnAddress* behind_router = nullptr;
  for (const OwnAddress& address : addresses) {
    const bool global = address.from == OwnAddress::From::anywhere;
    const bool v6 = address.is_v6();
    if (!v6 && global) anywhere = true;
    if (!v6 && !global && behind_router == nullptr) behind_router = &address;
    lines.push_back("  fairdeal join " + (v6 ? "[" + address.text + "]" : address.text) + colon +
                    (!global ? "   from your network"
                     : v6    ? "   from anywhere with IPv6"
                             : "   from anywhere"));
  }
  if (addresses.empty())
    return {"  fairdeal join 127.0.0.1" + colon + "   from this machine: it has no network"};
  if (!anywhere && behind_router != nullptr)
    lines.push_back("For friends elsewhere, let your router forward TCP port " +
                    std::to_string(port) + " to " + behind_router->text +
                    ", and send them the router's address.");
  return lines;
}

}  // namespace fairdeal::apps
