#pragma once

/// Includes the part of Boost.Asio that this folder uses. Only .cc files, and headers that only .cc
/// files include, may include it: it adds seconds to the compilation of each of them.
#include <chrono>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/time.h"
#include "relay/ip.h"

namespace fairdeal::relay {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// Makes an operation return its error instead of throwing it: `const auto [error, n] = co_await
/// operation(…, kAwait)`.
inline constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

/// Returns the present moment. No other code of this folder reads a clock.
inline Instant now() {
  using namespace std::chrono;
  return {duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count()};
}

/// Converts a moment into what Asio's timers take.
inline std::chrono::steady_clock::time_point time_point(Instant instant) {
  if (instant == never()) return std::chrono::steady_clock::time_point::max();
  return std::chrono::steady_clock::time_point(std::chrono::milliseconds(instant.ms));
}

/// Rethrows, out of io_context::run(), what a spawned coroutine threw: an exception that leaves a
/// coroutine is a bug of ours.
inline void rethrow(const std::exception_ptr& thrown) {
  if (thrown) std::rethrow_exception(thrown);
}

/// Converts an address of a socket; an IPv4 address becomes the one that is mapped into IPv6.
IpAddress ip_of(const asio::ip::address& address);

/// Listens at an address of this machine; port 0 takes any free port. "::" hears IPv4, too. Errors:
/// bad_parameters, with the system's reason.
Result<tcp::acceptor> listen_at(asio::io_context& io, const Address& at);

/// Returns the address with the port that was taken.
Address address_of(const tcp::acceptor& acceptor, const Address& asked);

}  // namespace fairdeal::relay
