#pragma once

#include <cstdint>
#include <variant>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/time.h"
#include "net/signaling/relay_trouble.h"
#include "proto/reach.h"

namespace fairdeal::signaling {

/// A WebSocket to a relay, as a core names it. No number is used twice by one core.
using SocketId = Id<struct SocketTag, std::uint64_t>;

/// Calls the relay: the caller answers by on_open() or on_end(), later.
struct OpenSocket {
  enum class Purpose {
    control,  ///< messages of at most proto::kRelayBytesMax
    pipe,     ///< after the other end has joined, a stream in messages of proto::kPipeBytesMax
  };
  SocketId socket;
  Purpose purpose = Purpose::control;
  bool operator==(const OpenSocket&) const = default;
};
/// Sends one message.
struct SendMessage {
  SocketId socket;
  Bytes message;
  bool operator==(const SendMessage&) const = default;
};
/// Ends the connection. The core hears no more of it, not even its end.
struct CloseSocket {
  SocketId socket;
  bool at_once = false;  ///< without a close frame: the relay is of no use
  bool operator==(const CloseSocket&) const = default;
};
/// An effect on the sockets of a core. The caller performs effects in their order.
using SocketEffect = std::variant<OpenSocket, SendMessage, CloseSocket>;

/// A relay's greeting, or why there is none.
using Greeted = std::variant<proto::Greeting, RelayTrouble>;

/// The beginning of a connection to a relay, the same for control connections and pipes:
///
///   called → open (the upgrade is done) → greeted, within greeting_max → what it is for
class RelayCall {
 public:
  explicit RelayCall(SocketId socket) : socket_(socket) {}

  SocketId socket() const { return socket_; }
  bool greeted() const { return greeted_; }
  void on_open(Instant greet_until) { greet_until_ = greet_until; }
  /// Takes the first message, which must be a Greeting of our version.
  Greeted on_greeting(ByteSpan message);
  /// The greeting is late then; never, once it is here.
  Instant deadline() const { return greet_until_; }

 private:
  SocketId socket_;
  Instant greet_until_ = never();
  bool greeted_ = false;
};

/// Returns what is wrong with a relay whose answer is late.
RelayTrouble late_answer();
/// Returns what is wrong with a relay that asks for too much work.
RelayTrouble too_much_work();

}  // namespace fairdeal::signaling
