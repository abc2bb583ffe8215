#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/seat_set.h"
#include "proto/messages.h"
#include "runtime/node/effects.h"

namespace fairdeal::node {

/// Sends a message to one member.
void send(Seat to, const proto::Message& message, Effects& out);

/// The connections between members, as far as this member knows. They decide how a message reaches
/// all: its author sends it to those it is connected to, and these forward it to those that the
/// author does not reach. The paths of the connections themselves, direct or through a relay, are
/// in net/channel/rung.h.
class Links {
 public:
  Links(Seat me, std::size_t members) : me_(me), theirs_(members) {}

  void set(Seat peer, bool up);
  /// Notes to whom a peer says it is connected, one bit for each member. Returns whether that is
  /// news.
  bool learn(Seat peer, std::uint32_t links) {
    const SeatSet now = SeatSet::of_bits(links);
    return std::exchange(theirs_[peer.value], now) != now;
  }

  bool has(Seat peer) const { return up_.has(peer); }
  SeatSet up() const { return up_; }
  /// Returns the members that this one is connected to, as a Status names them.
  std::uint32_t bits() const { return up_.bits(); }
  /// Returns the members that this one is connected to, directly or through another.
  SeatSet within_reach() const;
  /// Returns a member that forwards `peer`'s messages to this one. None if this member is connected
  /// to `peer` itself, or knows of nobody who is.
  std::optional<Seat> through(Seat peer) const;

  void broadcast(const proto::Message& message, Effects& out) const;
  /// Sends what came from `from` to those whom its author does not reach itself.
  void forward(Seat author, Seat from, const proto::Message& message, Effects& out) const;

 private:
  Seat me_;
  SeatSet up_;
  std::vector<SeatSet> theirs_;  ///< to whom each peer last said it is connected
};

}  // namespace fairdeal::node
