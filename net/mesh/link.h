#pragma once

#include <functional>
#include <memory>

#include "net/channel/channel.h"
#include "net/sockets/asio.h"
#include "net/sockets/stream.h"

namespace fairdeal::mesh {

/// One Stream that carries one Channel. One coroutine reads, one writes, and a timer keeps the
/// channel's deadline; closing the stream stops all three. The coroutines share the ownership
/// of the Link, so it lives at least until they have stopped.
///
/// Only the io_context's thread may call its functions.
class Link : public std::enable_shared_from_this<Link> {
 public:
  struct Handlers {
    /// Receives each event but Refused. It may call any function below.
    std::function<void(channel::Channel::Event&)> on_event;
    /// Hears why the connection ended, by itself or by end(). It is called once, after all else,
    /// and never from inside a function below.
    std::function<void(const Error&)> on_end;
  };

  Link(std::unique_ptr<sockets::Stream> stream, channel::Channel channel, Handlers handlers);

  void start();
  void welcome(std::optional<channel::LinkId> replaces);
  /// Sends a frame. Ends the connection (too_large) if more than kSendQueueBytesMax would wait for
  /// a peer that does not read. Requires: Opened came.
  void send(ByteSpan frame);
  /// Returns how many bytes wait to be written.
  std::size_t waiting() const { return waiting_.size() + in_flight_.size(); }
  /// Sends a message about paths, and ends as send(). Requires: as send(); at most kPathBytesMax.
  void send_path(ByteSpan path);
  /// Ends the connection if nothing comes by it within kDoubtMax.
  void doubt();
  /// Sends this side's part of a pair secret, and ends as send(). Requires: as send().
  void send_keep(const crypto::Secret<ByteArray<32>>& part);
  /// Sends the last record; the other direction goes on. Requires: as send(); no more is sent.
  void hand_over();
  /// Ends the hold of a connection that replaces another one.
  void release();
  /// Closes the connection once what waits is written, after kHandoverMax at the latest. Neither
  /// handler is called any more.
  void finish();
  const channel::Channel& channel() const { return channel_; }
  std::uint64_t bytes_sent() const { return bytes_sent_; }
  std::uint64_t bytes_received() const { return bytes_received_; }
  /// Ends the connection. Waiting bytes are written if the stream takes them at once, unless a
  /// write is under way; the rest is lost.
  void end(Error why);
  /// Does the same, but calls neither handler any more.
  void close();

 private:
  static asio::awaitable<void> read(std::shared_ptr<Link> self);
  static asio::awaitable<void> write(std::shared_ptr<Link> self);

  void apply(channel::Channel::Effects effects);
  void enqueue(ByteSpan bytes);
  void arm();
  void shut();

  std::unique_ptr<sockets::Stream> stream_;
  channel::Channel channel_;
  Handlers handlers_;
  Bytes waiting_;                 // encrypted bytes that are still to be written
  Bytes in_flight_;               // encrypted bytes that are being written
  std::uint64_t bytes_sent_ = 0;  // all that was to be written so far
  std::uint64_t bytes_received_ = 0;
  bool ended_ = false;
  bool silent_ = false;                 // close() or finish() was called
  asio::steady_timer something_waits_;  // never expires; it is cancelled to wake the writer
  asio::steady_timer may_read_;
  asio::steady_timer deadline_;
  Instant armed_ = never();  // when deadline_ will fire
};

}  // namespace fairdeal::mesh
