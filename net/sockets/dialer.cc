#include "net/sockets/dialer.h"

#include <algorithm>

#include <boost/asio/connect.hpp>

#include "net/channel/limits.h"
#include "net/sockets/clock.h"

namespace fairdeal::sockets {

Dialer::Dialer(asio::io_context& io, Address address, Duration longest, Rng& rng, Handlers handlers)
    : address_(std::move(address)),
      rng_(rng),
      handlers_(std::move(handlers)),
      resolver_(io.get_executor()),
      socket_(io),
      timer_(io),
      backoff_(std::min(net::kRedialMin, longest), longest) {}

void Dialer::call() {
  wanted_ = true;
  if (running_) return;
  running_ = true;
  asio::co_spawn(timer_.get_executor(), run(shared_from_this()), rethrow);
}

void Dialer::hurry() {
  backoff_.reset();
  wait_ = {};
  if (running_ && !connecting_) timer_.cancel();
  call();
}

void Dialer::rest() {
  wanted_ = false;
  backoff_.reset();
  wait_ = backoff_.next(rng_);
  timer_.cancel();
  resolver_.cancel();
  error_code ignored;
  socket_.close(ignored);
}

asio::awaitable<void> Dialer::run(std::shared_ptr<Dialer> self) {
  while (self->wanted_) {
    self->timer_.expires_at(time_point(now() + self->wait_));
    co_await self->timer_.async_wait(kAwait);
    if (!self->wanted_) break;
    self->wait_ = self->backoff_.next(self->rng_);

    self->connecting_ = true;
    const error_code error = co_await connect(self);
    self->connecting_ = false;
    if (!self->wanted_) break;
    if (error) {
      // Whatever else cancels a call ends this loop, too: it was the time limit.
      const bool late = error == asio::error::operation_aborted;
      const bool refused = error == asio::error::connection_refused;
      self->handlers_.on_failure({.fault = late      ? Fault::no_answer
                                           : refused ? Fault::nobody_there
                                                     : Fault::incomplete,
                                  .about = late ? "nothing came back within " +
                                                      std::to_string(net::kConnectMax.ms / 1000) +
                                                      " s"
                                                : error.message()});
    } else {
      self->wanted_ = false;
      self->handlers_.on_socket(std::move(self->socket_));
    }
  }
  self->running_ = false;
}

asio::awaitable<error_code> Dialer::connect(std::shared_ptr<Dialer> self) {
  // Asio has no time limit for a look-up or a connect, so a timer cancels both.
  self->timer_.expires_at(time_point(now() + net::kConnectMax));
  self->late_ = false;
  self->timer_.async_wait([self](error_code cancelled) {
    if (cancelled) return;
    self->late_ = true;
    self->resolver_.cancel();
    error_code ignored;
    self->socket_.close(ignored);
  });
  const auto [unknown, endpoints] =
      co_await self->resolver_.look_up(self->address_.host, self->address_.port);
  error_code result = unknown;
  if (!unknown) {
    const auto [error, endpoint] = co_await asio::async_connect(self->socket_, endpoints, kAwait);
    result = error;
  }
  self->timer_.cancel();
  co_return self->late_ ? error_code(asio::error::timed_out) : result;
}

}  // namespace fairdeal::sockets
