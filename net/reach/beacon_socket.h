#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "net/reach/beacon.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::reach {

/// The settings of a program that announces or looks for tables. Tests change more of them.
struct BeaconSettings {
  std::uint16_t port = net::kBeaconPort;
  /// The names of the interfaces to use. Empty: all that lan_interfaces() reads without names.
  std::vector<std::string> interfaces{};
  /// The address at which a host listens for connections. Its datagrams come from there, since
  /// guests call their source. Unspecified: any address of this machine of either family, if it is
  /// "::", and any IPv4 address, if it is "0.0.0.0".
  sockets::LanIp from{};
};

/// The sockets by which datagrams about tables are sent and received, one of each family:
///
///   listening   bound to the port of all, in the groups of each interface. Several programs of one
///               machine may listen: multicast and broadcast reach all of them, what is sent to one
///               address reaches one of them.
///   asking      on a port of its own, so that answers reach this program and no other.
///
/// Everything that it sends to everybody goes through each interface by IPv4 multicast, IPv4
/// broadcast and IPv6 multicast, since many networks lose one of these. It reads the interfaces
/// again each kInterfacesEvery. A datagram that cannot be sent is lost, as any datagram may be.
class BeaconSocket {
 public:
  enum class Use { listening, asking };
  /// An interface whose datagrams are not heard, and why.
  struct Refusing {
    std::string name;
    std::string why;
  };
  struct Handlers {
    std::function<void(const sockets::LanEndpoint& from, ByteSpan bytes)> on_datagram;
    /// Hears of the interfaces before open() returns, and at each change.
    std::function<void(const std::vector<sockets::LanInterface>&)> on_interfaces;
  };

  /// Opens the sockets. A family that this machine lacks is left out. Errors: bad_parameters
  /// (neither family could be opened, for example because another program keeps the port to
  /// itself).
  static Result<std::unique_ptr<BeaconSocket>> open(boost::asio::io_context& io,
                                                    const BeaconSettings& settings, Use use,
                                                    Handlers handlers);
  ~BeaconSocket();
  BeaconSocket(const BeaconSocket&) = delete;
  BeaconSocket& operator=(const BeaconSocket&) = delete;

  /// Sends to everybody on the networks of this machine.
  void send_to_all(ByteSpan bytes);
  void send(const sockets::LanEndpoint& to, ByteSpan bytes);
  /// Returns the interfaces that could not join a group, for example since multicast is switched
  /// off there. They are used as far as they work.
  std::vector<Refusing> refusing() const;

 private:
  struct Impl;
  explicit BeaconSocket(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::reach
