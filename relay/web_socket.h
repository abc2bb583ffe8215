#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "relay/asio.h"
#include "relay/exchange.h"
#include "relay/limits.h"

namespace fairdeal::relay {

/// The parts of an HTTP request's head that the relay looks at.
struct RequestHead {
  std::string path;
  std::string forwarded;      ///< all of X-Forwarded-For
  std::string authorization;  ///< what follows "Bearer ", or nothing
  bool is_get = false;
  bool is_upgrade = false;  ///< to WebSocket, with the subprotocol fairdeal.1
};

/// A connection that begins with HTTP and becomes a WebSocket (RFC 6455), by Boost.Beast. It has no
/// extensions: what goes through it is encrypted, and does not shrink. At most one read() and one
/// write() are under way at a time. Only web_socket.cc includes Beast, which takes long to compile.
///
/// The caller calls on_tick() regularly; it pings the client, and ends the connection if one of the
/// times of RelayBounds is over. Then read() and write() end.
class WebSocket : public std::enable_shared_from_this<WebSocket> {
 public:
  WebSocket(tcp::socket socket, const RelayBounds& bounds);
  ~WebSocket();

  /// Reads the head. Returns none if the connection ended, or if this is not HTTP/1.1 with a head
  /// of at most kHeadBytesMax and nothing after it.
  asio::awaitable<std::optional<RequestHead>> read_head();
  /// Answers the request with a short text, and ends the connection.
  asio::awaitable<void> answer(int status, std::string text);
  /// Accepts the upgrade. Requires: the head's is_upgrade. Returns false if it failed.
  asio::awaitable<bool> accept();

  enum class Got { message, text, nothing };
  /// Reads a message of at most `bytes_max`. `nothing` means that the connection has ended, perhaps
  /// because the message was longer, or because the bytes were not those of a WebSocket. After
  /// close() it waits for the end, and leaves message() as it is.
  asio::awaitable<Got> read(std::size_t bytes_max);
  /// Returns what was read last; valid until the next read().
  ByteSpan message() const;
  /// Writes a binary message. Returns false if the connection ended.
  asio::awaitable<bool> write(ByteSpan bytes);

  /// Begins to close, after what is being written. Whoever does not answer in time is cut off.
  void close(CloseCode code);
  /// Ends the connection without a word.
  void shut();
  /// Returns false if the client was too slow, and the connection was ended because of that.
  bool on_tick(Instant now);

 private:
  struct Impl;
  static asio::awaitable<error_code> read_message(Impl& impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fairdeal::relay
