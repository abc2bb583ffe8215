#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/seat_set.h"
#include "base/time.h"

namespace fairdeal::node {

/// How fast each voter votes. Round 0 waits a round's time for the last votes, for with all of them
/// a step is decided at once. A voter whose vote missed that grace in eight of the last ten steps
/// is waited for no longer, until it votes in time. Each member judges this by its own clock; it
/// changes when a member precommits, and not what may be decided.
class VotePace {
 public:
  VotePace(Seat me, std::size_t members) : me_(me), voters_(members) {}

  /// Notes that a voter's vote of round 0 for `step` came in.
  void voted(Seat voter, Step step, Instant now);
  /// Judges the votes of a step that is decided now. `since` is when this member and a quorum had
  /// voted; none if it learned the decision from others before. Returns the voters that are not
  /// waited for from now on.
  SeatSet decided(Step step, SeatSet voters, std::optional<Instant> since, Duration grace,
                  Instant now);
  /// Returns the voters that are not waited for.
  SeatSet slow() const { return slow_; }
  /// Returns how long this member has waited for a voter's votes in all.
  Duration waited_for(Seat voter) const { return voters_[voter.value].waited; }

 private:
  /// A vote that is not here, though its step is decided. It is late if it comes after `until`.
  struct Pending {
    Step step;
    Instant until;
  };
  struct Vote {
    Step step;
    Instant at;
  };
  struct Voter {
    std::uint32_t missed = 0;    ///< one bit for each of the last steps, the last one lowest
    std::optional<Vote> vote{};  ///< the vote of the latest step, if that is not judged yet
    std::optional<Pending> pending{};
    Duration waited{0};
  };
  void judge(Seat voter, bool missed);

  Seat me_;
  std::vector<Voter> voters_;
  SeatSet slow_, told_;
};

}  // namespace fairdeal::node
