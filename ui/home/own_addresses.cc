#include "ui/home/own_addresses.h"

#include <algorithm>
#include <ifaddrs.h>
#include <memory>
#include <optional>

#include <arpa/inet.h>
#include <net/if.h>

#include "net/sockets/address.h"

namespace fairdeal::home {
namespace {

template <class Address>
std::string text_of(int family, const Address& address) {
  char text[INET6_ADDRSTRLEN] = {};
  return ::inet_ntop(family, &address, text, sizeof text) != nullptr ? text : "";
}

std::string text_of(const sockaddr& address) {
  if (address.sa_family == AF_INET)
    return text_of(AF_INET, reinterpret_cast<const sockaddr_in&>(address).sin_addr);
  if (address.sa_family == AF_INET6)
    return text_of(AF_INET6, reinterpret_cast<const sockaddr_in6&>(address).sin6_addr);
  return "";
}

std::optional<OwnAddress> own(const sockaddr& address) {
  const std::string text = text_of(address);
  const auto reach = sockets::reach_of(text);
  if (reach == sockets::Reach::network) return OwnAddress{text, OwnAddress::From::network};
  if (reach == sockets::Reach::anywhere) return OwnAddress{text, OwnAddress::From::anywhere};
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

std::string forwarding(const std::vector<OwnAddress>& addresses, std::uint16_t port,
                       const std::string& then) {
  const auto is_v4_from = [](OwnAddress::From from) {
    return [from](const OwnAddress& a) { return !a.is_v6() && a.from == from; };
  };
  const auto inside = std::ranges::find_if(addresses, is_v4_from(OwnAddress::From::network));
  if (inside == addresses.end() ||
      std::ranges::any_of(addresses, is_v4_from(OwnAddress::From::anywhere)))
    return "";
  return "For friends elsewhere, let your router forward TCP port " + std::to_string(port) +
         " to " + inside->text + ", and " + then + ".";
}

std::vector<std::string> ways_from_elsewhere(const std::vector<OwnAddress>& addresses,
                                             std::uint16_t port) {
  const std::string text = std::to_string(port);
  const std::string router = forwarding(
      addresses, port, "add &a=ADDRESS:" + text + " to the line, with the router's address");
  if (router.empty()) return {};
  return {
      "The line works in your own network. Friends elsewhere need a relay, which sees no cards: "
      "somebody with a reachable machine starts one by fairdeal relay.",
      "With a relay, your own or a friend's, open the table by fairdeal host GAME --relay NAME.",
      router};
}

std::vector<std::string> invitation(const std::vector<OwnAddress>& addresses, std::uint16_t port) {
  const std::string colon = ":" + std::to_string(port);
  std::vector<std::string> lines;
  for (const OwnAddress& address : addresses) {
    const bool global = address.from == OwnAddress::From::anywhere;
    const bool v6 = address.is_v6();
    lines.push_back("  fairdeal join " + (v6 ? "[" + address.text + "]" : address.text) + colon +
                    (!global ? "   from your network"
                     : v6    ? "   from anywhere with IPv6"
                             : "   from anywhere"));
  }
  if (addresses.empty())
    return {"  fairdeal join 127.0.0.1" + colon + "   from this machine: it has no network"};
  if (const auto hint = forwarding(addresses, port, "send them the router's address");
      !hint.empty())
    lines.push_back(hint);
  return lines;
}

}  // namespace fairdeal::home
