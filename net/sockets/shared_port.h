#pragma once

#include "base/result.h"
#include "net/sockets/asio.h"

namespace fairdeal::sockets {

/// A TCP port of this machine, freshly taken, from which several connections are made and at which
/// others come in. A router that keeps one mapping for it gives all of them one address outside.
class SharedPort {
 public:
  /// Takes any free port, at all addresses of the machine. Errors: bad_parameters (there is none).
  static Result<SharedPort> take(asio::io_context& io, const tcp& family);

  std::uint16_t number() const { return number_; }
  tcp family() const { return family_; }
  /// Returns a socket that calls from this port.
  Result<tcp::socket> socket();
  /// Begins to listen, too.
  Result<> listen();
  /// Requires: listen() succeeded.
  tcp::acceptor& acceptor() { return acceptor_; }

 private:
  SharedPort(tcp::acceptor acceptor, const tcp& family, std::uint16_t number)
      : acceptor_(std::move(acceptor)), family_(family), number_(number) {}

  tcp::acceptor acceptor_;
  tcp family_;
  std::uint16_t number_;
};

}  // namespace fairdeal::sockets
