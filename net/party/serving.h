#pragma once

#include <set>

#include "base/time.h"
#include "net/party/playing.h"
#include "runtime/node/watch_service.h"

namespace fairdeal::party {

/// How much waits to be sent, when somebody watches here.
struct Traffic {
  bool is_busy = false;                ///< much waits for some member of the table
  std::set<crypto::PublicKey> busy;    ///< those who watch and for whom much waits
  std::set<crypto::PublicKey> unsent;  ///< those who watch and for whom anything waits
};

/// A host's service for those who watch its table, without I/O: it lets them in, tells the members
/// of them, and sends them what they may see by now, as far as nobody who plays is disturbed.
class Serving {
 public:
  /// Serves every caller or, if there is a token, only those that prove to know it.
  Serving(const crypto::PublicKey& me, std::optional<meet::Token> token) : watchers_(me, token) {}

  /// Takes in what somebody says who is no member: the wish to watch, or else it is turned away.
  [[nodiscard]] Effects on_frame(const crypto::PublicKey& peer, const meet::LinkId& link,
                                 ByteSpan frame, const Playing& playing, Instant now);
  [[nodiscard]] Effects on_down(const crypto::PublicKey& peer, Playing& playing);
  /// Tells a member that is connected who watches.
  [[nodiscard]] Effects on_member_up(Seat member, const Playing& playing) const;
  /// Hears that the step of a SendRecord was sent; `is_busy` says that much waits for this peer.
  [[nodiscard]] Effects on_record_sent(const crypto::PublicKey& peer, std::size_t bytes,
                                       bool is_busy, const Playing& playing, Instant now);
  /// Sends what is due. Call it once `now` has reached deadline().
  [[nodiscard]] Effects on_time(const Traffic& traffic, Playing& playing, Instant now);
  Instant deadline() const { return due_; }

  /// Returns whether somebody who watches here still lacks a part of a match that has ended.
  bool owes(const node::Node& node) const;
  std::vector<crypto::PublicKey> all() const { return watchers_.all(); }

 private:
  Effects serve(const crypto::PublicKey& peer, bool is_busy, const Playing& playing, Instant now);
  Effects tell_all(const Playing& playing) const;
  Effects tell(Seat member, const Playing& playing) const;

  node::WatchService watchers_;
  Instant due_ = never();
  std::set<crypto::PublicKey> unsent_;
};

/// Tells somebody who came too late that the table has begun, and ends the connection.
Effects turn_away(const crypto::PublicKey& guest_too_late, const Playing& playing);

}  // namespace fairdeal::party
