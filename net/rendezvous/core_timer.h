#pragma once

#include <functional>
#include <memory>

#include "net/signaling/time.h"
#include "net/sockets/asio.h"

namespace fairdeal::rendezvous {

/// Reads the clocks of this machine.
signaling::Time time_now();

/// The timer of a core's deadline(): calls a handler once the deadline is reached. One that is over
/// is reached as soon as everything else that is ready has had its turn.
class CoreTimer {
 public:
  explicit CoreTimer(asio::io_context& io);

  /// `handler` is called by the io_context. It may destroy the timer.
  void on_due(std::function<void()> handler);
  /// Takes the place of the deadline before.
  void arm(Instant deadline);
  /// Calls the handler no more.
  void stop();

 private:
  struct State {
    std::function<void()> handler{};
    Instant armed = never();
  };
  std::shared_ptr<State> state_;  // a wait that has ended may outlive the timer
  asio::steady_timer timer_;
};

}  // namespace fairdeal::rendezvous
