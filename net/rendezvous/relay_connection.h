#pragma once

#include <deque>
#include <functional>
#include <memory>

#include "net/rendezvous/relay_greeting.h"
#include "net/signaling/relay_settings.h"
#include "net/rendezvous/relay_socket.h"
#include "net/signaling/relay_trouble.h"
#include "proto/reach.h"

namespace fairdeal::rendezvous {

/// One control connection to a relay, from the call to its end. One coroutine calls and reads, one
/// writes; they share the ownership.
class RelayConnection : public std::enable_shared_from_this<RelayConnection> {
 public:
  struct Handlers {
    std::function<void(const proto::Greeting&)> on_greeting;
    /// Receives each message. The receiver calls end() if the relay may not send it.
    std::function<void(proto::RelayMessage&)> on_message;
    /// Hears why the connection ended, or was never made. It is called once, after all else, and
    /// never from inside a function below.
    std::function<void(const RelayTrouble&)> on_end;
  };
  RelayConnection(asio::any_io_executor executor, const RelaySettings& settings, Handlers handlers);

  void start();
  /// Sends a message; before the greeting came it waits for that.
  void send(const proto::RelayMessage& message);
  void end(RelayTrouble why);
  /// Ends the connection, after what waits has been sent if the relay takes it at once, and calls
  /// no handler any more.
  void close();

 private:
  static asio::awaitable<void> run(std::shared_ptr<RelayConnection> self);
  static asio::awaitable<void> read(std::shared_ptr<RelayConnection> self);
  static asio::awaitable<void> write(std::shared_ptr<RelayConnection> self);

  RelaySettings settings_;
  Handlers handlers_;
  std::shared_ptr<RelaySocket> socket_;
  std::deque<Bytes> waiting_;  // messages to be written; the first may be under way
  std::size_t waiting_bytes_ = 0;
  bool ended_ = false;
  bool silent_ = false;                 // close() was called
  asio::steady_timer something_waits_;  // never expires; it is cancelled to wake the writer
  asio::steady_timer may_read_;
};

}  // namespace fairdeal::rendezvous
