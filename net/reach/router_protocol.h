#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/ip.h"
#include "base/result.h"
#include "base/time.h"

namespace fairdeal::reach {

/// A protocol by which a router is asked to forward a port. Its functions block, and one thread
/// calls them. The answering device may be any of the network, so nothing that it says is believed
/// but where calls may arrive.
class RouterProtocol {
 public:
  struct Granted {
    IpAddress ip;  ///< of the router, as it is seen from outside
    std::uint16_t port = 0;
    Duration lease;  ///< for so long; zero: until it is taken back
  };

  virtual ~RouterProtocol() = default;
  virtual const char* name() const = 0;
  /// Asks for the router's address as it is seen from outside, and changes nothing. Errors: as
  /// map().
  virtual Result<IpAddress> address() = 0;
  /// Asks to have TCP port `port` of this machine forwarded, from the same port if it is free.
  /// Errors: incomplete (no router answers), not_wanted (it refuses), not_canonical (its answer
  /// cannot be read).
  virtual Result<Granted> map(std::uint16_t port, Duration lease) = 0;
  /// Takes back what map() was granted last. Requires: it was granted something.
  virtual void unmap() = 0;
};

/// NAT-PMP (RFC 6886), which takes up to 4 s where no router answers.
std::unique_ptr<RouterProtocol> nat_pmp();
/// The Internet Gateway Device of UPnP, which takes 2 s to find one.
std::unique_ptr<RouterProtocol> upnp();

/// Returns whether an address of the web that a router named leads to that router and nowhere else:
/// to its IP address, written as such, by plain HTTP. Anybody in the network can answer as a
/// router, and name an address of this machine.
bool leads_to(std::string_view url, const IpAddress& router);

/// Returns all protocols, the quicker one first.
inline std::vector<std::unique_ptr<RouterProtocol>> router_protocols() {
  std::vector<std::unique_ptr<RouterProtocol>> all;
  all.push_back(nat_pmp());
  all.push_back(upnp());
  return all;
}

}  // namespace fairdeal::reach
