#pragma once

#include <map>
#include <set>

#include "base/seat_set.h"
#include "proto/messages.h"

namespace fairdeal::sim {

/// Who could tell a member what it said, after an older copy of its store was put back.
///
/// Such a member asks the others before it speaks (docs/agreement.md). It may contradict itself in
/// one case only: of those who received its first statement and remember it, none answered it.
class Deliveries {
 public:
  /// What `author` says matters: its store will be an older copy one day.
  void follow(Seat author) { followed_.insert(author); }
  bool follows_anybody() const { return !followed_.empty(); }

  /// `from` sends this to `to`.
  void sent(Seat from, Seat to, const Bytes& frame);
  /// `to` takes this in at the step where it is.
  void delivered(Seat from, Seat to, const Bytes& frame, Step at);
  /// `seat` was started again: it remembers no statement of others. Whether from an older copy.
  void restarted(Seat seat, bool from_older_copy);

  bool has_older_copy(Seat seat) const { return put_back_.has(seat); }

  /// Whether it is nobody's fault if `author` contradicts the statement with this body.
  bool excused(Seat author, const Bytes& body) const;

 private:
  using Statement = std::pair<Seat, Bytes>;  ///< author and body

  void receives(Seat to, Step at, const proto::Envelope& envelope, Step of);

  SeatSet followed_;
  SeatSet put_back_;                              ///< stores that are older copies
  std::map<Seat, std::set<Statement>> memory_;    ///< by who remembers them
  std::map<Seat, std::set<Statement>> told_;      ///< by author, since it was started again
  std::map<Bytes, std::set<Statement>> answers_;  ///< what is behind an answer on its way
};

}  // namespace fairdeal::sim
