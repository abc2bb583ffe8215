#pragma once

#include <optional>
#include <vector>

#include "base/seat_set.h"
#include "proto/messages.h"
#include "runtime/effects.h"

namespace fairdeal::runtime {

/// Sends a message to one member.
void send(Seat to, const proto::Message& message, Effects& out);

/// Who is connected to whom, as far as this member knows, and how a message reaches all: its author
/// sends it to those it is connected to, and they forward it to those the author does not reach.
class Links {
 public:
  Links(Seat me, std::size_t members) : me_(me), theirs_(members) {}

  void set(Seat peer, bool up);
  /// Notes whom a peer says it is connected to: a bit for each.
  void learn(Seat peer, std::uint32_t links) { theirs_[peer.value] = SeatSet::of_bits(links); }

  bool has(Seat peer) const { return up_.has(peer); }
  SeatSet up() const { return up_; }
  /// As a Status says it.
  std::uint32_t bits() const { return up_.bits(); }
  /// Who forwards what `peer` says while this member is not connected to it. None if it is
  /// connected, or if nobody is known to be.
  std::optional<Seat> through(Seat peer) const;

  void broadcast(const proto::Message& message, Effects& out) const;
  /// Sends what came from `from` to those whom its author does not reach itself.
  void forward(Seat author, Seat from, const proto::Message& message, Effects& out) const;

 private:
  Seat me_;
  SeatSet up_;
  std::vector<SeatSet> theirs_;  ///< whom each is connected to, as it last said
};

}  // namespace fairdeal::runtime
