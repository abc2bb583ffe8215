#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "net/channel/rung.h"
#include "net/sockets/address.h"
#include "net/sockets/asio.h"
#include "net/sockets/half_open.h"
#include "net/sockets/held_port.h"
#include "net/sockets/stream.h"

namespace fairdeal::sockets {

/// One call of an address, from its beginning until it is answered or given up.
class Call {
 public:
  virtual ~Call() = default;
  /// Returns the stream, or why there is none. It comes once; the object stays alive until it ends.
  virtual asio::awaitable<std::tuple<error_code, std::unique_ptr<Stream>>> connect() = 0;
  /// Makes connect() end with an error soon.
  virtual void cancel() = 0;
};

/// Accepts the connections to one address.
class Listening {
 public:
  /// Receives each connection, where it comes from, and a permit to be kept until the other end has
  /// proved to be a member.
  using OnStream =
      std::function<void(std::unique_ptr<Stream>, std::string where, HalfOpen::Permit)>;

  virtual ~Listening() = default;
  /// Returns the address at which it listens, with the port that it took.
  virtual Address address() const = 0;
  /// Gives connections from these hosts, where members of a table live, places of their own, so
  /// that strangers elsewhere cannot lock a member out when it comes back. A host that the
  /// transport cannot compare is ignored.
  virtual void expect_from(const std::vector<std::string>& hosts) = 0;
  virtual void stop() = 0;
  /// Stops accepting, and returns the socket, which goes on listening.
  virtual HeldPort hold() = 0;
};

/// A way to other programs, by the scheme of its addresses. All that the other parts know of a
/// transport stands here: a new one is a file with a Transport, its declaration below, its line in
/// transports.cc, and its scheme in address.h.
struct Transport {
  std::string_view scheme;  ///< as it stands before "://"; that of TCP is not written
  std::unique_ptr<Call> (*call)(asio::any_io_executor executor, const Address& at);
  /// Errors: bad_parameters (there is no such address here, or others listen there).
  Result<std::shared_ptr<Listening>> (*listen)(asio::io_context& io, const Address& at,
                                               Listening::OnStream on_stream);
  /// Goes on accepting at a port that hold() returned. Errors: bad_parameters (the socket is lost).
  Result<std::shared_ptr<Listening>> (*listen_on)(asio::io_context& io, HeldPort port,
                                                  Listening::OnStream on_stream);
  channel::Rung (*rung)(const Stream& stream);  ///< the class of the path that this stream takes
};

extern const Transport kTcp;

/// Returns the transport of an address, which parse() read.
const Transport& transport_of(const Address& address);
/// Returns the transport with this scheme; null if there is none.
const Transport* transport_named(std::string_view scheme);

}  // namespace fairdeal::sockets
