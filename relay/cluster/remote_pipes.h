#pragma once

#include <map>
#include <memory>
#include <set>

#include "base/rng.h"
#include "relay/cluster/bus.h"
#include "relay/pipes.h"

namespace fairdeal::relay::cluster {

class RemoteEnd;

/// Pipes whose two ends are clients of two processes. A core without I/O, beside the Pipes of this
/// process: when an end that waits here and one that waits elsewhere have found each other, a
/// RemoteEnd takes the other one's place in Pipes.
///
///   subject   fd.p.TOKEN.SIDE, of the end that hears it
///   message   kind ‖ u64 sender ‖ u64 receiver ‖ the rest; an end is a random number
///
///   Hello     there is such an end; the receiver is 0. Each end that waits says it twice a second
///   HelloAck  the sender has heard the receiver's Hello
///   Data      u64 number, from 0 ‖ a piece of the stream
///   Credit    u64 up to where the receiver may send, in bytes from the beginning
///   End       u64 number of the next piece ‖ 0 the client has left, or 1 bytes were lost
///
///   waiting → joined (its Hello was acknowledged, or data came from an end that it has heard of)
///           → gone
///
/// Data is sent as far as there is credit for it; without credit the client is not read. A gap in
/// the numbers, kCreditMax without credit, and the loss of the connection to the bus end a pipe at
/// both sides with CloseCode::lost_bytes: what goes through it cannot go on after a hole, and
/// members connect again.
class RemotePipes {
 public:
  RemotePipes(Bus& bus, Pipes& pipes, Counters& counters, Rng& rng)
      : bus_(bus), pipes_(pipes), counters_(counters), rng_(rng) {}
  ~RemotePipes();
  RemotePipes(const RemotePipes&) = delete;
  static std::string subject(const PipeHello& hello);
  /// Returns whether the subject is that of a pipe.
  static bool is_subject(const std::string& subject) { return subject.starts_with("fd.p."); }

  /// Seeks the other end elsewhere, if the end that has come here waits.
  void on_await(const PipeHello& hello, Instant now);
  /// Takes note that an end has left.
  void on_left(const PipeHello& hello);

  void on_message(const std::string& subject, ByteSpan bytes, Instant now);
  void on_lost_bus(Instant now);
  Instant deadline() const { return due_.empty() ? never() : due_.begin()->first; }
  void on_time(Instant now);

 private:
  /// An end here.
  struct Here {
    PipeHello hello;
    std::uint64_t id = 0;
    std::set<std::uint64_t> known{};     ///< ends elsewhere that have said hello
    std::shared_ptr<RemoteEnd> other{};  ///< once it is joined
    Instant due = never();
  };
  struct Message;
  using Ends = std::map<std::string, Here>;  ///< by subject

  void set_due(Ends::iterator at, Instant due);
  void say_hello(const Here& here);
  void join(Ends::iterator at, std::uint64_t other, Instant now);
  void on_other(Ends::iterator at, const Message& message, Instant now);
  void lose(Ends::iterator at, Instant now);
  void end(Ends::iterator at, CloseCode why, Instant now);
  void forget(Ends::iterator at);

  Bus& bus_;
  Pipes& pipes_;
  Counters& counters_;
  Rng& rng_;
  Ends ends_;
  std::set<std::pair<Instant, std::string>> due_;
};

}  // namespace fairdeal::relay::cluster
