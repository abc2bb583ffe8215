#pragma once

#include <functional>
#include <memory>

#include "base/error.h"
#include "base/rng.h"
#include "net/channel/backoff.h"
#include "net/sockets/address.h"
#include "net/sockets/asio.h"
#include "net/sockets/transport.h"

namespace fairdeal::sockets {

/// Calls one address again and again until it answers, with longer waits after each failure.
class Dialer : public std::enable_shared_from_this<Dialer> {
 public:
  struct Handlers {
    // The address answered; no further call follows.
    std::function<void(std::unique_ptr<Stream>)> on_stream;
    std::function<void(const Error&)> on_failure;  // a call failed; unless rest() is called, the
                                                   // next one follows
  };

  /// Makes a dialer that does not call yet. The waits between its calls will grow up to `longest`.
  /// `rng` must outlive the dialer.
  Dialer(asio::io_context& io, Address address, Duration longest, Rng& rng, Handlers handlers);

  /// Calls until the address answers. A new dialer makes its first call at once.
  void call();
  /// Calls as call() does, at once if it waits for its next call, and then with the shortest waits.
  void hurry();
  /// Stops calling, because the peer is here. The next call() begins with the shortest wait.
  void rest();

 private:
  static asio::awaitable<void> run(std::shared_ptr<Dialer> self);
  static asio::awaitable<std::tuple<error_code, std::unique_ptr<Stream>>> connect(
      std::shared_ptr<Dialer> self);

  Address address_;
  Rng& rng_;
  Handlers handlers_;
  std::shared_ptr<Call> call_;  // under way; null: none
  asio::steady_timer timer_;
  channel::Backoff backoff_;
  Duration wait_{0};
  bool wanted_ = false;
  bool running_ = false;
  bool late_ = false;  // the call under way took longer than kConnectMax
};

}  // namespace fairdeal::sockets
