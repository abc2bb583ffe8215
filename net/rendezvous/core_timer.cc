#include "net/rendezvous/core_timer.h"

#include <utility>

#include "net/sockets/clock.h"

namespace fairdeal::rendezvous {

signaling::Time time_now() { return {.now = sockets::now(), .utc_ms = sockets::utc_ms()}; }

CoreTimer::CoreTimer(asio::io_context& io) : state_(std::make_shared<State>()), timer_(io) {}

void CoreTimer::on_due(std::function<void()> handler) { state_->handler = std::move(handler); }

void CoreTimer::arm(Instant deadline) {
  if (std::exchange(state_->armed, deadline) == deadline) return;
  timer_.expires_at(time_point(deadline));
  timer_.async_wait([state = state_](error_code cancelled) {
    if (cancelled) return;
    state->armed = never();
    const auto handler = state->handler;
    if (handler) handler();
  });
}

void CoreTimer::stop() {
  state_->handler = nullptr;
  timer_.cancel();
}

}  // namespace fairdeal::rendezvous
