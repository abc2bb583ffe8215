#include "net/sockets/listener.h"

#include <algorithm>
#include <cerrno>

#include <boost/asio/ip/v6_only.hpp>

#include "net/channel/limits.h"
#include "net/sockets/clock.h"
#include "net/sockets/tcp_stream.h"

namespace fairdeal::sockets {
namespace {

/// Returns the IPv6 network that is named by the first `bytes` bytes of `address`.
std::string network(const asio::ip::address& address, std::size_t bytes) {
  auto prefix = address.to_v6().to_bytes();
  std::fill(prefix.begin() + static_cast<std::ptrdiff_t>(bytes), prefix.end(), std::uint8_t{0});
  return asio::ip::address_v6(prefix).to_string();
}

}  // namespace

HalfOpen::Source source(const asio::ip::address& address) {
  if (address.is_v4()) return {.network = address.to_string(), .part = address.to_string()};
  return {.network = network(address, 48 / 8), .part = network(address, 64 / 8)};
}

asio::ip::address unwrapped(const asio::ip::address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return make_address_v4(asio::ip::v4_mapped, address.to_v6());
}

Result<std::shared_ptr<Listener>> Listener::open(asio::io_context& io, const Address& at,
                                                 OnStream on_stream) {
  error_code error;
  tcp::acceptor acceptor(io);
  const tcp::endpoint endpoint(asio::ip::make_address(at.host, error), at.port);
  if (!error) acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error && endpoint.address().is_v6()) acceptor.set_option(asio::ip::v6_only(false), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  // On a machine without IPv6, or without an IPv6 address, "::" stands for its IPv4 addresses.
  const bool no_ipv6 = error == asio::error::address_family_not_supported ||
                       error == error_code(EADDRNOTAVAIL, boost::system::system_category());
  if (no_ipv6 && at.host == "::") return open(io, {"0.0.0.0", at.port}, std::move(on_stream));
  if (error)
    return fail(Fault::bad_parameters, "listening at " + at.text() + " (" + error.message() + ")");

  const Address address{.host = at.host, .port = acceptor.local_endpoint().port()};
  std::shared_ptr<Listener> listener(
      new Listener(std::move(acceptor), address, std::move(on_stream)));
  asio::co_spawn(io, accept(listener), rethrow);
  return listener;
}

Result<std::shared_ptr<Listener>> Listener::open_on(asio::io_context& io, HeldPort port,
                                                    OnStream on_stream) {
  error_code error;
  const Address address = port.address();
  const tcp::endpoint endpoint(asio::ip::make_address(address.host), address.port);
  tcp::acceptor acceptor(io);
  acceptor.assign(endpoint.protocol(), port.release(), error);
  if (error)
    return fail(Fault::bad_parameters,
                "listening at " + address.text() + " (" + error.message() + ")");
  std::shared_ptr<Listener> listener(
      new Listener(std::move(acceptor), address, std::move(on_stream)));
  asio::co_spawn(io, accept(listener), rethrow);
  return listener;
}

Listener::Listener(tcp::acceptor acceptor, Address address, OnStream on_stream)
    : acceptor_(std::move(acceptor)),
      retry_(acceptor_.get_executor()),
      address_(std::move(address)),
      on_stream_(std::move(on_stream)),
      half_open_(net::kHalfOpenMax - net::kHalfOpenForMembers, net::kHalfOpenPerSourceMax),
      half_open_of_members_(net::kHalfOpenForMembers, net::kHalfOpenForMembers) {}

void Listener::expect_from(const std::vector<std::string>& hosts) {
  for (const std::string& host : hosts) {
    error_code is_a_name;
    const auto address = asio::ip::make_address(host, is_a_name);
    if (!is_a_name) members_.insert(unwrapped(address));
  }
}

asio::awaitable<void> Listener::accept(std::shared_ptr<Listener> self) {
  while (self->acceptor_.is_open()) {
    auto [error, socket] = co_await self->acceptor_.async_accept(kAwait);
    // Either stop() was called, or accept() failed, for example because no descriptors were left.
    // After a failure the kernel keeps those who called, and they are accepted after the pause.
    if (error) {
      self->retry_.expires_at(time_point(now() + net::kAcceptRetryAfter));
      if (self->acceptor_.is_open()) co_await self->retry_.async_wait(kAwait);
      continue;
    }
    const auto from = socket.remote_endpoint(error);
    if (error) continue;  // the other end has closed the connection already
    const auto host = unwrapped(from.address());
    HalfOpen& house =
        self->members_.contains(host) ? self->half_open_of_members_ : self->half_open_;
    const Address where{.host = host.to_string(), .port = from.port()};
    self->on_stream_(std::make_unique<TcpStream>(std::move(socket)), where.text(),
                     house.enter(source(host)));
  }
}

void Listener::stop() {
  error_code ignored;
  acceptor_.close(ignored);
  retry_.cancel();
}

HeldPort Listener::hold() {
  HeldPort port(address_, acceptor_.release());
  retry_.cancel();
  return port;
}

}  // namespace fairdeal::sockets
