#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "net/reach/punch.h"
#include "net/reach/reflect.h"

namespace fairdeal::sockets {
class Stream;
}

namespace fairdeal::reach {

/// The sockets of one attempt to punch (punch.h): a fresh port from which reflectors are asked, at
/// which the peer's call is accepted, and from which the peer is called.
///
/// Everything happens on the io_context's thread; the io_context must outlive the object. Handlers
/// are never called from inside a member function, and may destroy the object.
class PunchPort {
 public:
  struct Handlers {
    /// Hears how the port is seen; none if fewer than two reflectors said so.
    std::function<void(const std::optional<PunchAttempts::Seen>&)> on_reflected;
    /// Receives each connection, at most kPunchSocketsMax: it may be anybody's. `where` is the
    /// other end's address.
    std::function<void(std::unique_ptr<sockets::Stream>, std::string where)> on_stream;
  };
  /// Asks the reflectors. `rng` must outlive the object.
  PunchPort(boost::asio::io_context& io, Reflection::Question question, Rng& rng,
            Handlers handlers);
  /// Ends all but the connections that were handed out.
  ~PunchPort();
  PunchPort(const PunchPort&) = delete;
  PunchPort& operator=(const PunchPort&) = delete;

  /// Calls this IP address from the port, again and again, until it answers. Requires: on_reflected
  /// was called, and not with none.
  void call(const sockets::Address& at);

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fairdeal::reach
