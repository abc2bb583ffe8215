#pragma once

#include <map>
#include <set>

#include "base/seat_set.h"
#include "proto/messages.h"

namespace fairdeal::sim {

/// Follows who could tell a member what it signed, after an older copy of its store was put back.
///
/// Such a member asks the others before it signs anything (docs/agreement.md, Crashes). It may
/// contradict itself in one case only: no honest member that received its first statement and
/// remembers it has answered, and no liar has sent it back.
class Deliveries {
 public:
  /// Follows what `author` signs, because its store will be replaced by an older copy.
  void follow(Seat author) { followed_.insert(author); }
  bool follows_anybody() const { return !followed_.empty(); }

  /// Notes that `from` sends this frame to `to`, and whether `from` lies. An honest answer tells
  /// all that its sender remembers, or its sender is wrong. A liar's tells nothing: it may conceal
  /// what it heard, and name what nobody said.
  void sent(Seat from, Seat to, const Bytes& frame, bool lies);
  /// Notes that `to` takes this frame in while it is at step `at`.
  void delivered(Seat from, Seat to, const Bytes& frame, Step at);
  /// Notes that `seat` was restarted, so that it remembers no statement of others, and whether its
  /// store was an older copy.
  void restarted(Seat seat, bool from_older_copy);

  bool has_older_copy(Seat seat) const { return put_back_.has(seat); }

  /// Returns whether it is nobody's fault if `author` contradicts the statement with this body.
  bool excused(Seat author, const Bytes& body) const;

 private:
  using Statement = std::pair<Seat, Bytes>;  ///< author and body

  void receives(Seat to, Step at, const proto::Envelope& envelope, Step of);

  SeatSet followed_;
  SeatSet put_back_;                              ///< the members whose stores are older copies
  std::map<Seat, std::set<Statement>> memory_;    ///< what each member remembers of others
  std::map<Seat, std::set<Statement>> told_;      ///< what each author was told since its restart
  std::map<Bytes, std::set<Statement>> answers_;  ///< what each answer on its way tells
};

}  // namespace fairdeal::sim
