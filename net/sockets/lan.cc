#include "net/sockets/lan.h"

#include <algorithm>
#include <bit>
#include <ifaddrs.h>
#include <memory>
#include <optional>

#include <net/if.h>
#include <netinet/in.h>

namespace fairdeal::sockets {
namespace {

std::optional<LanIp> ip_of(const sockaddr* address) {
  if (address == nullptr) return {};
  if (address->sa_family == AF_INET)
    return LanIp::v4(ntohl(reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr));
  if (address->sa_family != AF_INET6) return {};
  const auto* v6 = reinterpret_cast<const sockaddr_in6*>(address);
  LanIp ip;
  std::ranges::copy(std::as_bytes(std::span(v6->sin6_addr.s6_addr)), ip.bytes.begin());
  if (ip.is_link_local()) ip.scope = v6->sin6_scope_id;
  return ip;
}

/// Returns how many bits of a network mask are set. `mask` has the family of its address, even
/// where the kernel leaves that field of it empty.
std::size_t bits_of(const sockaddr* mask, int family) {
  if (mask == nullptr) return 128;
  const bool v4 = family == AF_INET;
  const ByteSpan bytes =
      v4 ? std::as_bytes(std::span(&reinterpret_cast<const sockaddr_in*>(mask)->sin_addr, 1))
         : std::as_bytes(std::span(reinterpret_cast<const sockaddr_in6*>(mask)->sin6_addr.s6_addr));
  std::size_t bits = v4 ? IpAddress::kMappedBits : 0;
  for (const std::byte byte : bytes)
    bits += static_cast<std::size_t>(std::popcount(std::to_integer<unsigned>(byte)));
  return bits;
}

bool is_wanted(const ifaddrs& at, const std::vector<std::string>& names) {
  if ((at.ifa_flags & IFF_UP) == 0) return false;
  if (!names.empty()) return std::ranges::find(names, at.ifa_name) != names.end();
  return (at.ifa_flags & (IFF_LOOPBACK | IFF_POINTOPOINT)) == 0;
}

}  // namespace

bool LanIp::is_unspecified() const { return bytes == LanIp{}.bytes || bytes == v4(0).bytes; }

LanIp LanIp::v4(std::uint32_t address) { return {IpAddress::v4(address)}; }

Result<LanIp> LanIp::parse(const std::string& text) {
  const auto percent = text.find('%');
  FD_TRY(const IpAddress address, IpAddress::parse(std::string_view(text).substr(0, percent)));
  if (percent == std::string::npos) return LanIp{address};
  const std::uint32_t scope = ::if_nametoindex(text.c_str() + percent + 1);
  if (scope == 0 || !address.is_link_local())
    return fail(Fault::not_canonical, "interface of an IP address");
  return LanIp{address, scope};
}

std::string LanIp::text() const {
  if (scope == 0) return IpAddress::text();
  char name[IF_NAMESIZE] = {};
  // The index alone is understood, too, if the interface has gone since.
  return IpAddress::text() + "%" +
         (::if_indextoname(scope, name) != nullptr ? name : std::to_string(scope));
}

bool LanPrefix::contains(const LanIp& ip) const {
  if (ip.is_link_local() && ip.scope != own.scope) return false;
  return ip.is_v4() == own.is_v4() && ip.shares_prefix(own, bits);
}

bool LanInterface::has_v4() const {
  return std::ranges::any_of(prefixes, [](const LanPrefix& p) { return p.own.is_v4(); });
}
bool LanInterface::has_v6() const {
  return std::ranges::any_of(prefixes, [](const LanPrefix& p) { return !p.own.is_v4(); });
}

bool is_attached(const std::vector<LanInterface>& interfaces, const LanIp& ip) {
  return std::ranges::any_of(interfaces, [&](const LanInterface& interface) {
    return std::ranges::any_of(interface.prefixes,
                               [&](const LanPrefix& prefix) { return prefix.contains(ip); });
  });
}

bool is_worth_a_call(const Address& address, const std::vector<LanInterface>& interfaces) {
  if (address.port == 0) return false;
  if (reach_of(address.host) == Reach::anywhere) return true;
  const auto ip = LanIp::parse(address.host);
  return ip && is_attached(interfaces, *ip);
}

std::vector<LanInterface> lan_interfaces(const std::vector<std::string>& names) {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(first, &::freeifaddrs);
  std::vector<LanInterface> found;
  for (const ifaddrs* at = first; at != nullptr; at = at->ifa_next) {
    const auto own = ip_of(at->ifa_addr);
    if (!own || !is_wanted(*at, names)) continue;
    auto here = std::ranges::find(found, at->ifa_name, &LanInterface::name);
    if (here == found.end())
      here = found.insert(
          found.end(),
          LanInterface{.name = at->ifa_name,
                       .index = ::if_nametoindex(at->ifa_name),
                       .multicasts = (at->ifa_flags & (IFF_MULTICAST | IFF_LOOPBACK)) != 0});
    const bool broadcasts = (at->ifa_flags & IFF_BROADCAST) != 0 && own->is_v4();
    here->prefixes.push_back({.own = *own,
                              .bits = bits_of(at->ifa_netmask, at->ifa_addr->sa_family),
                              .broadcast = broadcasts ? ip_of(at->ifa_broadaddr) : std::nullopt});
  }
  return found;
}

}  // namespace fairdeal::sockets
