#pragma once

#include <memory>
#include <optional>
#include <tuple>

#include "base/bytes.h"
#include "net/signaling/relay_call.h"
#include "net/signaling/relay_settings.h"
#include "net/signaling/relay_trouble.h"
#include "net/sockets/asio.h"

namespace fairdeal::rendezvous {

/// One WebSocket connection from here to a relay, with or without TLS. It carries binary messages
/// and uses no extensions. This class keeps Boost.Beast and OpenSSL out of all other files.
///
/// Only the io_context's thread may call its functions. At most one read and one write are under
/// way at a time. Each coroutine below keeps the object alive until it has ended.
class RelaySocket : public std::enable_shared_from_this<RelaySocket> {
 public:
  /// A control connection is pinged, and lost after silence_max. The user of a pipe has a limit of
  /// its own for silence.
  using Purpose = signaling::OpenSocket::Purpose;
  static std::shared_ptr<RelaySocket> make(const asio::any_io_executor& executor,
                                           const signaling::RelaySettings& settings,
                                           Purpose purpose);
  virtual ~RelaySocket() = default;

  /// Calls the relay, up to the end of the upgrade. TLS checks the certificate against the system's
  /// store (or the file that SSL_CERT_FILE names) and against the relay's name. Returns the step
  /// that failed, or nothing.
  virtual asio::awaitable<std::optional<signaling::RelayTrouble>> open() = 0;
  /// Reads some bytes of a message: at least one, unless there is an error. Empty messages and
  /// texts are errors. Requires: open() succeeded, as all that follows does.
  virtual asio::awaitable<std::tuple<error_code, std::size_t>> read_some(
      asio::mutable_buffer to) = 0;
  /// Returns whether the last read took the end of its message.
  virtual bool message_done() const = 0;
  /// Writes one message, which stays alive and unchanged until this ends.
  virtual asio::awaitable<error_code> write(asio::const_buffer message) = 0;

  /// Cuts the connection at `deadline`, whatever is under way then ends with an error that says so.
  /// A later deadline takes the place of an earlier one; never() removes it.
  virtual void set_deadline(Instant deadline) = 0;
  /// Ends the connection at once. It may be called at any time.
  virtual void cut() = 0;
  /// Sends `last` as a message, unless it is empty, and a close frame, and then ends the
  /// connection, after kFarewellMax at the latest; reads end with an error. While a write is under
  /// way or before open() has succeeded it is the same as cut().
  virtual void leave(Bytes last) = 0;
};

/// Returns what an error of a read or a write means for a person.
signaling::RelayTrouble trouble_of(const error_code& error);

}  // namespace fairdeal::rendezvous
