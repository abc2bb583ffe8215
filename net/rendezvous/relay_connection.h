#pragma once

#include <deque>
#include <functional>
#include <memory>

#include "net/rendezvous/relay_socket.h"
#include "net/signaling/relay_call.h"
#include "net/sockets/stream.h"

namespace fairdeal::rendezvous {

/// One WebSocket to a relay, from the call to its end, or until it becomes a stream. One coroutine
/// calls and reads, one writes; they share the ownership. It decides nothing but how fast it reads
/// and how much may wait to be written.
class RelayConnection : public std::enable_shared_from_this<RelayConnection> {
 public:
  struct Handlers {
    std::function<void()> on_open;
    std::function<void(Bytes)> on_message;
    /// Hears why the connection ended, or was never made. It is called once, after all else, and
    /// never from inside a function below.
    std::function<void(const signaling::RelayTrouble&)> on_end;
  };
  RelayConnection(asio::any_io_executor executor, const signaling::RelaySettings& settings,
                  signaling::OpenSocket::Purpose purpose, Handlers handlers);

  void start();
  /// Sends a message.
  void send(Bytes message);
  /// Ends the connection at once, and calls no handler any more.
  void cut();
  /// Ends the connection with a close frame, if the relay takes one at once, and calls no handler
  /// any more.
  void close();
  /// Makes the connection a stream, of which the bytes of all further messages are part, and calls
  /// no handler any more. Requires: it is called from inside on_message.
  std::unique_ptr<sockets::Stream> take_stream();

 private:
  class Pipe;

  static asio::awaitable<void> run(std::shared_ptr<RelayConnection> self);
  static asio::awaitable<void> read(std::shared_ptr<RelayConnection> self);
  static asio::awaitable<void> write(std::shared_ptr<RelayConnection> self);
  void end(signaling::RelayTrouble why);
  /// Wakes both coroutines, which then end.
  void wake();

  Handlers handlers_;
  std::shared_ptr<RelaySocket> socket_;
  std::deque<Bytes> waiting_;  // messages to be written; the first may be under way
  std::size_t waiting_bytes_ = 0;
  bool ended_ = false;                  // it ended, or is a stream
  bool silent_ = false;                 // no handler is called any more
  bool writing_ = false;                // the first message is under way
  asio::steady_timer something_waits_;  // never expires; it is cancelled to wake the writer
  asio::steady_timer written_;          // never expires; it is cancelled when the writer ends
  asio::steady_timer may_read_;
};

}  // namespace fairdeal::rendezvous
