#pragma once

#include <memory>
#include <string>
#include <tuple>

#include "net/sockets/asio.h"

namespace fairdeal::sockets {

/// A byte stream to one other program: a TCP connection, or a pipe through a relay. A Link carries
/// a Channel over it. Only the io_context's thread may call its functions.
///
/// At most one read and one write are under way at a time. close() makes both end with an error;
/// the object stays alive until they have ended.
class Stream {
 public:
  virtual ~Stream() = default;
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  virtual asio::any_io_executor executor() = 0;
  /// Reads some bytes: at least one, unless there is an error.
  virtual asio::awaitable<std::tuple<error_code, std::size_t>> read_some(
      asio::mutable_buffer to) = 0;
  /// Writes all of `bytes`, which stay alive and unchanged until this ends.
  virtual asio::awaitable<error_code> write(asio::const_buffer bytes) = 0;
  /// Closes the stream. What it can take of `last` at once, without waiting, is still sent.
  /// Requires: if `last` is not empty, no write is under way.
  virtual void close(asio::const_buffer last) = 0;
  /// Returns the IP address of the other end; "" if a relay hides it.
  virtual std::string remote_ip() const = 0;
};

}  // namespace fairdeal::sockets
