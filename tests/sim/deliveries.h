#pragma once

#include <map>

#include "base/bytes.h"
#include "base/seat_set.h"

namespace fairdeal::sim {

/// Who could tell a member what it said, after an older copy of its store was put back.
///
/// Such a member asks the others before it speaks (docs/agreement.md). It may contradict itself in
/// one case only: whoever received its first statement has forgotten it, being started again
/// itself, or was out of reach while it asked.
class Deliveries {
 public:
  /// What is delivered by `author` matters: its store will be an older copy one day.
  void follow(Seat author) { followed_.insert(author); }
  bool follows_anybody() const { return !followed_.empty(); }

  /// A frame from `from` was taken in by `to`.
  void delivered(Seat from, Seat to, const Bytes& frame);
  /// `seat` was started again: it remembers no statement of others. Whether from an older copy.
  void restarted(Seat seat, bool from_older_copy);

  /// Whether it is nobody's fault if `author` contradicts the statement with this body.
  bool excused(Seat author, const Bytes& body) const;

 private:
  SeatSet followed_;
  SeatSet put_back_;                                    ///< stores that are older copies
  std::map<std::pair<Seat, Bytes>, SeatSet> received_;  ///< author and body: who remembers it
  std::map<Seat, SeatSet> heard_;  ///< who said to each where it is since that was started
};

}  // namespace fairdeal::sim
