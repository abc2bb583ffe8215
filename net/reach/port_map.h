#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "net/reach/router_protocol.h"
#include "net/sockets/address.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::reach {

/// A port that the router of this network forwards to this machine. It is asked for anew when half
/// of the time for which the router grants it is over, and taken back when this object is
/// destroyed. A thread of its own asks, since the protocols' libraries block.
///
/// Handlers are called on the io_context's thread, which must outlive the object.
class PortMap {
 public:
  struct Handlers {
    /// Hears at which address the router now takes calls for this machine, whenever that changes.
    std::function<void(const sockets::Address& external)> on_mapped;
    /// Hears why there is none: of each protocol a sentence. It is tried again later.
    std::function<void(const std::string& why)> on_failed;
  };

  /// Asks by these protocols, one after another, to have TCP port `port` forwarded.
  PortMap(boost::asio::io_context& io, std::uint16_t port,
          std::vector<std::unique_ptr<RouterProtocol>> protocols, Handlers handlers);
  /// Takes the mapping back, and waits until that is done.
  ~PortMap();
  PortMap(const PortMap&) = delete;
  PortMap& operator=(const PortMap&) = delete;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
  std::thread thread_;
};

}  // namespace fairdeal::reach
