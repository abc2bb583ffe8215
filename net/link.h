#pragma once

#include <functional>
#include <memory>

#include "net/asio.h"
#include "net/channel.h"

namespace fairdeal::net {

/// One TCP connection that carries one Channel. One coroutine reads, one writes, and a timer keeps
/// the channel's deadline; closing the socket stops all three. The coroutines share the ownership
/// of the Link, so it lives at least until they have stopped.
///
/// Only the io_context's thread may call its functions.
class Link : public std::enable_shared_from_this<Link> {
 public:
  struct Handlers {
    /// Receives each Established, Opened and Frame. It may call any function below.
    std::function<void(Channel::Event&)> on_event;
    /// Hears why the connection ended, by itself or by end(). It is called once, after all else,
    /// and never from inside a function below.
    std::function<void(const Error&)> on_end;
  };

  Link(tcp::socket socket, Channel channel, Handlers handlers);

  void start();
  void welcome();
  /// Sends a frame. Ends the connection (too_large) if more than kSendQueueBytesMax would wait for
  /// a peer that does not read. Requires: Opened came.
  void send(ByteSpan frame);
  /// Ends the connection. What still waits is written if the socket takes it at once, unless a
  /// write is under way; the rest is lost.
  void end(Error why);
  /// Does the same, but calls neither handler any more.
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
  Bytes waiting_;    // encrypted bytes that are still to be written
  Bytes in_flight_;  // encrypted bytes that are being written
  bool ended_ = false;
  bool silent_ = false;                 // close() was called
  asio::steady_timer something_waits_;  // never expires; it is cancelled to wake the writer
  asio::steady_timer may_read_;
  asio::steady_timer deadline_;
  Instant armed_ = never();  // when deadline_ will fire
};

}  // namespace fairdeal::net
