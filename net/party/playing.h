#pragma once

#include "base/time.h"
#include "net/party/effects.h"
#include "runtime/node/node.h"

namespace fairdeal::party {

/// A member while its table plays, without I/O: a Node, and the order in which its effects are
/// performed. Inputs that come together share one flush of the disk:
///
///   inputs ─> pending ──flush()──> Store, then frames, then Prepare ──on_prepared()──> notices
///
/// After the end of the match it lingers until all who are connected, or were within the last
/// minute, have seen that end. A member that was resumed after the end stays for a minute, and
/// serves the end to those who lack it.
class Playing {
 public:
  /// How long at most a member that has finished stays so that others reach the end, too. It must
  /// exceed Peers::kNear, the time for which a member that lost its connection is expected back.
  static constexpr Duration kLingerMax{75'000};
  /// How long a member stays that was resumed after the end, to serve the end to anybody.
  static constexpr Duration kServesMax{60'000};
  /// How long a member stays after a fork, to show the others where the two histories part.
  static constexpr Duration kForkedMax{5'000};

  explicit Playing(node::Node node) : node_(std::move(node)), serves_(node_.finished()) {}

  [[nodiscard]] Effects start(Instant now);
  [[nodiscard]] Effects on_link(Seat peer, bool up, Instant now);
  [[nodiscard]] Effects on_frame(Seat from, ByteSpan frame, Instant now);
  [[nodiscard]] Effects on_done(node::Done done, Instant now);
  Result<Effects> act(const rules::Action& action, Instant now, bool careful = false);
  Result<Effects> say(const std::string& text, std::uint64_t utc_ms, Instant now);
  Result<Effects> resign(Instant now);
  [[nodiscard]] Effects leave(Instant now);
  /// Stores one more value with the next flush.
  void store(state::Put put) { pending_.store.push_back(std::move(put)); }
  /// Stores all that waits to be stored.
  [[nodiscard]] Effects store_now();
  /// Hears that a member's program has gone on from this match, whose end it has. Requires:
  /// node().finished().
  [[nodiscard]] Effects on_went_on(Seat peer);
  /// Looks again whether this member may end, as after an input.
  [[nodiscard]] Effects look() { return add({}); }
  /// Performs what inputs wanted that came together. `is_owed` says that others than members still
  /// wait for this one, here and below.
  [[nodiscard]] Effects flush(bool is_owed, Instant now);
  /// Hears that what the notices show is prepared. `took_long` says that this took a while, in
  /// which other inputs may have come.
  [[nodiscard]] Effects on_prepared(bool took_long, bool is_owed, Instant now);
  /// Call it once `now` has reached deadline().
  [[nodiscard]] Effects on_time(Instant now);
  Instant deadline() const;

  /// Counts the connection to a member as lost, or no longer: nothing is sent there.
  void sever(Seat peer) { severed_.insert(peer); }
  void mend(Seat peer) { severed_.erase(peer); }
  bool is_severed(Seat peer) const { return severed_.has(peer); }

  const node::Node& node() const { return node_; }
  const crypto::PublicKey& key_of(Seat seat) const {
    return node_.table().charter().member(seat).key;
  }
  std::optional<Seat> seat_of(const crypto::PublicKey& peer) const;

 private:
  Effects add(node::Effects effects);
  Effects prepare();
  Effects tell(bool is_owed, Instant now);
  void send(Seat to, Bytes frame, bool unless_busy, Effects& out) const;
  Effects after(const node::Notice& notice, Instant now);

  node::Node node_;
  node::Effects pending_;             // the effects of inputs since the last flush
  std::vector<node::Notice> untold_;  // notices that wait for what they show
  bool preparing_ = false;            // that is being asked for
  int prepared_ = 0;                  // how often it was, for the notices that wait
  Step prepared_at_{};                // the step for which it is asked
  bool flushing_ = false;             // a flush() is asked for
  bool leaves_ = false;               // leave() was called
  bool serves_ = false;               // resumed after the end, for members who have not seen it
  Instant store_by_ = never();        // when records that were put off must be stored
  Instant linger_until_ = never();
  SeatSet severed_;  // members whose connections count as lost
};

}  // namespace fairdeal::party
