#pragma once

#include <optional>
#include <string>

#include "base/bytes.h"
#include "relay/asio.h"
#include "relay/exchange.h"
#include "relay/server/handshakes.h"

namespace fairdeal::relay::server {

/// The parts of an HTTP request's head that the relay looks at.
struct RequestHead {
  std::string path{};
  std::string forwarded{};      ///< all of X-Forwarded-For
  std::string authorization{};  ///< what follows "Bearer ", or nothing
  bool is_get = false;
  bool is_upgrade = false;  ///< to WebSocket, with the subprotocol fairdeal.1
};

/// The client's end of a connection: HTTP first, and then a WebSocket. At most one read() or
/// read_piece() and one write() are under way at a time.
///
/// Nobody relies on the coroutines below to end: the caller calls on_tick() regularly, and takes
/// the connection away when that says that it is over.
class ClientSocket {
 public:
  virtual ~ClientSocket() = default;

  /// Waits for the first bytes of a TLS handshake. Returns false if there is none: without TLS, or
  /// if the connection has ended.
  virtual asio::awaitable<bool> hear_hello() = 0;
  /// Agrees on keys with the client, after its first bytes have come. Returns false if that failed.
  virtual asio::awaitable<bool> shake_hands(Handshakes& with, Handshakes::Name name,
                                            std::uint64_t rank) = 0;
  /// Reads the head. Returns none if the connection ended, or if this is not HTTP/1.1 with a head
  /// of at most kHeadBytesMax and nothing after it.
  virtual asio::awaitable<std::optional<RequestHead>> read_head() = 0;
  /// Answers the request with a text and these headers, each with its line's end, and ends the
  /// connection.
  virtual asio::awaitable<void> answer(int status, std::string text,
                                       std::string headers = "Content-Type: text/plain\r\n") = 0;
  /// Accepts the upgrade. Requires: the head's is_upgrade. Returns false if it failed.
  virtual asio::awaitable<bool> accept() = 0;

  enum class Got { message, text, nothing };
  /// Reads a message of at most `bytes_max`. `nothing` means that the connection has ended, perhaps
  /// because the message was longer, or because the bytes were not those of a WebSocket. After
  /// close() it waits for the end, and leaves message() as it is.
  virtual asio::awaitable<Got> read(std::size_t bytes_max) = 0;
  /// Reads what has come of a message of at most `bytes_max`, at most `room` bytes at a time.
  virtual asio::awaitable<Got> read_piece(std::size_t bytes_max, std::size_t room) = 0;
  /// Returns what was read last; valid until the next read() or read_piece().
  virtual ByteSpan message() const = 0;
  /// Writes a binary message; bytes beyond kWriteBytes go into messages of their own. Returns false
  /// if the connection ended.
  virtual asio::awaitable<bool> write(ByteSpan bytes) = 0;

  /// Lets the kernel keep more for this client, which is an end of a pipe.
  virtual void enlarge_buffers() {}

  /// Begins to close: sends a close frame after what is being written, then nothing more, and waits
  /// for the client to end the connection, Bounds::closing_max at most.
  virtual void close(CloseCode code) = 0;
  /// Ends the connection without a word.
  virtual void cut() = 0;

  enum class State {
    goes_on,
    too_slow,  ///< it was cut, because a time of Bounds is over
    over,      ///< it was cut
  };
  /// Pings the client, and ends the connection if one of the times of Bounds is over.
  virtual State on_tick(Instant now) = 0;
};

}  // namespace fairdeal::relay::server
