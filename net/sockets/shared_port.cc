#include "net/sockets/shared_port.h"

#include <boost/asio/ip/v6_only.hpp>
#include <sys/socket.h>

namespace fairdeal::sockets {
namespace {

using ReusePort = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;

/// Opens a socket that may share `port` with others of this user. Both options have to be set
/// before it is bound, on each of them.
template <class Socket>
error_code open_shared(Socket& socket, const tcp& family, std::uint16_t port) {
  error_code error;
  const auto next = [&](auto step) {
    if (!error) step();
  };
  next([&] { socket.open(family, error); });
  next([&] { socket.set_option(asio::socket_base::reuse_address(true), error); });
  next([&] { socket.set_option(ReusePort(true), error); });
  if (family == tcp::v6()) next([&] { socket.set_option(asio::ip::v6_only(true), error); });
  next([&] { socket.bind({family, port}, error); });
  return error;
}

tl::unexpected<Error> no_port(const error_code& error) {
  return fail(Fault::bad_parameters, "a port of this machine (" + error.message() + ")");
}

}  // namespace

Result<SharedPort> SharedPort::take(asio::io_context& io, const tcp& family) {
  tcp::acceptor acceptor(io);
  error_code error = open_shared(acceptor, family, 0);
  if (error) return no_port(error);
  const auto at = acceptor.local_endpoint(error);
  if (error) return no_port(error);
  return SharedPort(std::move(acceptor), family, at.port());
}

Result<tcp::socket> SharedPort::socket() {
  tcp::socket socket(acceptor_.get_executor());
  const error_code error = open_shared(socket, family_, number_);
  if (error) return no_port(error);
  return socket;
}

Result<> SharedPort::listen() {
  error_code error;
  acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error) return no_port(error);
  return {};
}

}  // namespace fairdeal::sockets
