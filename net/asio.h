#pragma once

/// The part of Boost.Asio that this folder uses. Only .cc files, and headers that only they
/// include, may include it, because it costs seconds a file.
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/time.h"

namespace fairdeal::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// Every operation returns its error instead of throwing it: `const auto [error, n] = co_await …`.
inline constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

inline std::chrono::steady_clock::time_point time_point(Instant instant) {
  if (instant == never()) return std::chrono::steady_clock::time_point::max();
  return std::chrono::steady_clock::time_point(std::chrono::milliseconds(instant.ms));
}

/// Completes a spawned coroutine. What it throws is our own bug, and comes out of
/// io_context::run().
inline void rethrow(const std::exception_ptr& thrown) {
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace fairdeal::net
