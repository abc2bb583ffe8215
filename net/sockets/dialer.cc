#include "net/sockets/dialer.h"

#include <algorithm>

#include "net/channel/limits.h"
#include "net/sockets/clock.h"

namespace fairdeal::sockets {

Dialer::Dialer(asio::io_context& io, Address address, Duration longest, Rng& rng, Handlers handlers)
    : address_(std::move(address)),
      rng_(rng),
      handlers_(std::move(handlers)),
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
  if (running_ && !call_) timer_.cancel();
  call();
}

void Dialer::rest() {
  wanted_ = false;
  backoff_.reset();
  wait_ = backoff_.next(rng_);
  timer_.cancel();
  if (call_) call_->cancel();
}

asio::awaitable<void> Dialer::run(std::shared_ptr<Dialer> self) {
  while (self->wanted_) {
    self->timer_.expires_at(time_point(now() + self->wait_));
    co_await self->timer_.async_wait(kAwait);
    if (!self->wanted_) break;
    self->wait_ = self->backoff_.next(self->rng_);

    auto [error, stream] = co_await connect(self);
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
      self->handlers_.on_stream(std::move(stream));
    }
  }
  self->running_ = false;
}

asio::awaitable<std::tuple<error_code, std::unique_ptr<Stream>>> Dialer::connect(
    std::shared_ptr<Dialer> self) {
  // A call has no time limit of its own, so a timer cancels it.
  const std::shared_ptr<Call> call =
      transport_of(self->address_).call(self->timer_.get_executor(), self->address_);
  self->call_ = call;
  self->timer_.expires_at(time_point(now() + net::kConnectMax));
  self->late_ = false;
  self->timer_.async_wait([self, call](error_code cancelled) {
    if (cancelled) return;
    self->late_ = true;
    call->cancel();
  });
  auto [error, stream] = co_await call->connect();
  self->timer_.cancel();
  self->call_.reset();
  if (self->late_) error = error_code(asio::error::timed_out);
  co_return std::tuple(error, std::move(stream));
}

}  // namespace fairdeal::sockets
