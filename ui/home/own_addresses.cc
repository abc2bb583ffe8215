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

words::Said forwarding(const std::vector<OwnAddress>& addresses, std::uint16_t port,
                       const words::Said& then) {
  const auto is_v4_from = [](OwnAddress::From from) {
    return [from](const OwnAddress& a) { return !a.is_v6() && a.from == from; };
  };
  const auto inside = std::ranges::find_if(addresses, is_v4_from(OwnAddress::From::network));
  if (inside == addresses.end() ||
      std::ranges::any_of(addresses, is_v4_from(OwnAddress::From::anywhere)))
    return {};
  return words::said("forward_port", {{"port", words::text(std::to_string(port))},
                                      {"address", words::text(inside->text)},
                                      {"then", words::sentence(then)}});
}

std::vector<words::Said> ways_from_elsewhere(const std::vector<OwnAddress>& addresses,
                                             std::uint16_t port) {
  const words::Said router =
      forwarding(addresses, port,
                 words::said("forward_then_add", {{"port", words::text(std::to_string(port))}}));
  if (router.empty()) return {};
  return {words::said("link_in_network"), words::said("link_by_relay"), router};
}

std::vector<words::Said> invitation(const std::vector<OwnAddress>& addresses, std::uint16_t port) {
  const auto at = [port](const std::string& host) {
    return words::Values{{"address", words::text(sockets::Address{host, port}.text())}};
  };
  std::vector<words::Said> lines;
  for (const OwnAddress& address : addresses) {
    const bool global = address.from == OwnAddress::From::anywhere;
    lines.push_back(!global           ? words::said("join_from_network", at(address.text))
                    : address.is_v6() ? words::said("join_from_anywhere_v6", at(address.text))
                                      : words::said("join_from_anywhere", at(address.text)));
  }
  if (addresses.empty()) return {words::said("join_from_here", at("127.0.0.1"))};
  if (words::Said hint = forwarding(addresses, port, words::said("forward_then_send"));
      !hint.empty())
    lines.push_back(std::move(hint));
  return lines;
}

}  // namespace fairdeal::home
