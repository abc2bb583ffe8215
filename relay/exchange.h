#pragma once

#include <functional>
#include <memory>

#include "base/ids.h"
#include "base/time.h"
#include "proto/reach.h"
#include "relay/counters.h"
#include "relay/ip.h"

namespace fairdeal::relay {

/// A connection of this process; no number is used twice.
using CallerId = Id<struct CallerTag, std::uint64_t>;

/// Why the relay closes a WebSocket: codes of the protocol (RFC 6455 leaves 4000 to 4999 to
/// applications).
enum class CloseCode : std::uint16_t {
  not_fairdeal = 4400,
  nobody = 4404,      ///< the other end of the pipe did not come
  lost_bytes = 4408,  ///< between two processes of the relay; the pipe cannot go on after a hole
  other_left = 4410,  ///< the other end of the pipe is gone
  over_limit = 4429,
  shutting_down = 4503,
};

/// The first message of an end of a pipe: 1, then token, then side.
struct PipeHello {
  proto::PipeToken token{};
  std::uint8_t side = 0;  ///< 0 who asked for the pipe, 1 who was asked

  static constexpr std::size_t kBytes = 18;
  /// Errors: not_canonical.
  static Result<PipeHello> decode(ByteSpan bytes);
};

/// One end of a pipe: a client of this process, or what stands for a client of another process.
class PipeEnd {
 public:
  virtual ~PipeEnd() = default;
  /// Hears that `other` has come. From now on each of the two writes to the other, one piece after
  /// another.
  virtual void on_joined(std::shared_ptr<PipeEnd> other) = 0;
  /// Gives the client a piece of the stream. The caller keeps the bytes alive and unchanged until
  /// `taken` is called, and writes nothing else before that: so a slow client slows the other end
  /// down. `taken` is never called if this end is lost; then the other end hears on_end().
  virtual void write(ByteSpan piece, std::function<void()> taken) = 0;
  /// Hears that there will be no pipe, or no more of it.
  virtual void on_end(CloseCode why) = 0;
};

/// Brings clients together: those who visit with those whom they visit, and the two ends of each
/// pipe. LocalExchange does so within this process, and NatsExchange among many. Answers and visits
/// go out through a function that the implementation is given.
class Exchange {
 public:
  virtual ~Exchange() = default;

  /// Takes a message of a control connection. Errors: not_wanted, if only a relay says this; the
  /// caller then closes the connection.
  virtual Result<> on_message(CallerId from, const SourceId& source,
                              const proto::RelayMessage& message, Instant now) = 0;
  /// Takes note that a control connection has ended.
  virtual void on_hang_up(CallerId from, Instant now) = 0;
  /// Returns whether the control connection holds a place.
  virtual bool holds_place(CallerId who) const = 0;

  /// Returns whether the message asks again for a place that its sender has or had here just now,
  /// as its proof shows.
  virtual bool renews(const proto::RelayMessage& message, Instant now) = 0;
  /// Asks whether the message shows the proof of a place that another process has, and calls
  /// `then` later, or at once. Returns false, and calls nobody, if there is nothing to ask.
  virtual bool ask_elsewhere(const proto::RelayMessage&, Instant,
                             const std::function<void(bool renews)>& /*then*/) {
    return false;
  }
  /// Returns how many visits to the place are under way here, whether somebody holds it or not.
  virtual std::size_t visits_at(const proto::RelayPlace& place) const = 0;
  /// Returns whether the other end of this pipe waits here.
  virtual bool is_awaited(const PipeHello& hello) const = 0;

  /// Lets an end wait for the other one. on_joined or on_end is called later, or at once.
  virtual void await_other(const PipeHello& hello, std::shared_ptr<PipeEnd> end, Instant now) = 0;
  /// Takes note that an end has left: it no longer waits, or its pipe is over.
  virtual void on_left(const PipeHello& hello, const PipeEnd& end, Instant now) = 0;

  /// The caller calls on_time() at this moment; it changes with every call.
  virtual Instant deadline() const = 0;
  virtual void on_time(Instant now) = 0;

  virtual Occupancy occupancy() const = 0;
  /// Returns whether places can be claimed, as far as the last claim shows.
  virtual bool claims_work() const { return true; }
};

/// Sends a message to a control connection.
using Deliver = std::function<void(CallerId to, const proto::RelayMessage& message)>;

}  // namespace fairdeal::relay
