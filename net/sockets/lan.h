#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ip.h"
#include "net/sockets/address.h"

namespace fairdeal::sockets {

/// An IP address as this machine sees it: one of fe80::/10 is an address of a link.
struct LanIp : IpAddress {
  /// The index of the interface, for addresses of fe80::/10, which each link has anew; otherwise 0.
  std::uint32_t scope = 0;
  auto operator<=>(const LanIp&) const = default;

  bool is_unspecified() const;  ///< 0.0.0.0 or ::
  static LanIp v4(std::uint32_t address);
  /// Reads a literal address, which may name its interface: "fe80::1%eth0". Errors: not_canonical.
  static Result<LanIp> parse(const std::string& text);
  /// Writes what parse() reads.
  std::string text() const;
};

/// The origin or the destination of a datagram.
struct LanEndpoint {
  LanIp ip;
  std::uint16_t port = 0;
  auto operator<=>(const LanEndpoint&) const = default;
  Address address() const { return {.host = ip.text(), .port = port}; }
};

/// A network to which an interface is attached: this machine's address there, and how many leading
/// bits all addresses of that network share (96 more for IPv4).
struct LanPrefix {
  LanIp own;
  std::size_t bits = 128;
  /// The address of all machines of the network, if it is one of IPv4 that can broadcast.
  std::optional<LanIp> broadcast{};
  bool contains(const LanIp& ip) const;
  bool operator==(const LanPrefix&) const = default;
};

/// An interface of this machine that is up.
struct LanInterface {
  std::string name;
  std::uint32_t index = 0;
  /// Whether it takes part in multicast. Loopback does, although Linux does not say so.
  bool multicasts = false;
  std::vector<LanPrefix> prefixes{};
  bool has_v4() const;
  bool has_v6() const;
  bool operator==(const LanInterface&) const = default;
};

/// Returns whether `ip` is an address of a network to which one of `interfaces` is attached. A
/// link-local IPv6 address has to be of that very link.
bool is_attached(const std::vector<LanInterface>& interfaces, const LanIp& ip);

/// Returns whether this machine calls an address that somebody named without having proved more
/// than an identity: a literal one, and either public or of a network to which one of `interfaces`
/// is attached. Otherwise a peer or a relay could make it call machines that it cannot reach
/// itself: those inside this machine, or behind its firewalls.
bool is_worth_a_call(const Address& address, const std::vector<LanInterface>& interfaces);

/// Reads this machine's interfaces of these names that are up. Without names, it reads all that are
/// neither loopback nor point-to-point, since there is no network of several machines behind those.
std::vector<LanInterface> lan_interfaces(const std::vector<std::string>& names = {});

}  // namespace fairdeal::sockets
