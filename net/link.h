#pragma once

#include <functional>
#include <memory>

#include "net/asio.h"
#include "net/channel.h"

namespace fairdeal::net {

/// One TCP connection that carries one Channel. One coroutine reads, one writes, one timer obeys
/// the channel's deadline; to stop them, the socket is closed.
///
/// Lives as long as its coroutines. Only the io_context's thread may call it.
class Link : public std::enable_shared_from_this<Link> {
 public:
  struct Handlers {
    /// Gets Established, Opened or Frame. It may call any function below.
    std::function<void(Channel::Event&)> on_event;
    /// Is called last, when the connection has ended by itself or by end(), and told why. It is
    /// never called from inside a function below.
    std::function<void(const Error&)> on_end;
  };

  Link(tcp::socket socket, Channel channel, Handlers handlers);

  void start();
  void welcome();
  /// Sends a frame. Requires: Opened came. Ends the connection (too_large) when more than
  /// kSendQueueBytesMax would wait for a peer that does not read.
  void send(ByteSpan frame);
  /// Writes what the socket still takes at once, and closes it.
  void end(Error why);
  /// As end(), but calls neither handler any more.
  void close();

 private:
  static asio::awaitable<void> read(std::shared_ptr<Link> self);
  static asio::awaitable<void> write(std::shared_ptr<Link> self);

  void apply(Channel::Effects effects);
  void enqueue(ByteSpan bytes);
  void arm();
  void shut();

  tcp::socket socket_;
  Channel channel_;
  Handlers handlers_;
  Bytes waiting_;    // encrypted, to be written
  Bytes in_flight_;  // being written
  bool ended_ = false;
  bool silent_ = false;
  asio::steady_timer something_waits_;  // never expires; cancelled to wake the writer
  asio::steady_timer may_read_;
  asio::steady_timer deadline_;
  Instant armed_ = never();  // when deadline_ will fire
};

}  // namespace fairdeal::net
