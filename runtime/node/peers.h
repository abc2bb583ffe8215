#pragma once

#include <optional>
#include <vector>

#include "proto/messages.h"
#include "runtime/node/links.h"
#include "runtime/node/peer_limits.h"

namespace fairdeal::node {

/// Remembers each other member's behaviour: what it sent that was wrong or of no
/// use, when it was last heard, and when it was last connected.
class Peers {
 public:
  /// How long a member that has finished waits for one that is no longer connected.
  static constexpr Duration kNear{60'000};

  Peers(Seat me, std::size_t members) : me_(me), peers_(members) {}

  // Wrong messages.

  /// Shows what was refused, and counts it against its culprit.
  void refuse(Error error, Effects& out);
  /// Refuses something that no honest member sends or forwards, and gives `from` a point for it.
  void useless(Seat from, Error error, Effects& out);
  /// Gives a peer a point without showing anything.
  void useless(Seat from) { ++peers_[from.value].useless; }
  /// Counts work for a frame of no use, in microseconds, against the budget of its sender.
  void spend(Seat from, std::int64_t work) { peers_[from.value].work.spend(work); }
  /// Remember that nothing remains to be done with an envelope or a record of a peer.
  void settle(Seat from, const crypto::Digest& name) { peers_[from.value].settled.add(name); }
  bool is_settled(Seat from, const crypto::Digest& name) const {
    return peers_[from.value].settled.has(name);
  }
  /// Returns whether so much of this author was refused at this step that no more of its entries
  /// are checked.
  bool has_refused_enough(Seat author) const;
  /// Adds the points that `from` has got for its last frame to its score. Returns why its
  /// connection must end, if it has too many.
  std::optional<Error> charge_frame(Seat from, Instant now);
  /// Gives `from` so many points, for bytes that are no frame, that no connection is accepted.
  void charge_garbage(Seat from, Instant now);
  /// Returns until when no connection with this peer is accepted.
  Instant shut_until(Seat peer) const { return peers_[peer.value].score.shut_until(); }

  // Checks under way.

  void begin_step();
  /// Notes that a worker checks this entry of `author`; none once the check is done.
  void set_checking(Seat author, std::optional<proto::Envelope> entry);
  const std::optional<proto::Envelope>& checking(Seat author) const {
    return peers_[author.value].checking;
  }

  // Presence.

  /// Notes that an entry or a vote of `author` came in while this member was at step `here`.
  void heard(Seat author, Step here);
  /// Returns the members from whom nothing came in the last two steps. This member does not wait
  /// for their votes in round 0: that changes when it precommits, and not what may be decided.
  SeatSet quiet(Step here) const;
  /// Notes that a connection was lost just now. Its messages may come again, and a question
  /// about it that was lost, too, is then asked anew.
  void lost(Seat peer, Instant now) {
    peers_[peer.value].linked_at = now;
    peers_[peer.value].settled = {};
  }
  /// Notes that this member was restarted: each of the others may have been connected until now.
  void lost_all(Instant now);
  /// Returns whether a connection with this peer was lost less than kNear ago.
  bool was_near(Seat peer, Instant now) const;
  /// Expects no peer back that is not connected now.
  void expect_nobody();
  /// Returns when the next peer that is no longer connected can be forgotten.
  Instant forgets_at(const Links& links) const;
  void forget_lost(Instant now);

 private:
  struct Peer {
    std::optional<proto::Envelope> checking{};
    int refused = 0;  ///< how much of it was refused at this step
    int useless = 0;  ///< its points for the frame that is being taken in
    PeerScore score{};
    WorkBudget work{};
    Settled settled{};
    std::optional<Instant> linked_at{};  ///< when its connection was last lost, if not long ago
    Step heard{0};                       ///< the last step at which an entry or vote of it came in
  };

  Seat me_;
  std::vector<Peer> peers_;
};

}  // namespace fairdeal::node
