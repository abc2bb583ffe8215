#pragma once

#include "ui/match/replay_cursor.h"

namespace fairdeal::match {

/// Says what a command did to a replay.
enum class ReplayDone {
  moved,  ///< it is at another place
  looks,  ///< somebody else looks
  paces,  ///< it plays, or does no longer
  another_speed,
  nothing_there,  ///< the place that was asked for does not exist, or it is there already
  no_own_seat,    ///< nothing says whose transcript this is
  helps,          ///< the person asks what there is
  quits,
};

/// A replay as a person steers it, at a terminal or at a page: the place, who looks, whether it
/// goes on by itself and how fast. It does no I/O and has no clock: its display calls on().
class ReplayStepper {
 public:
  static constexpr int kSpeedMax = 8;

  /// Begins at the first frame, seen by the owner of the transcript if `mine` is set and the owner
  /// is known. Requires: there is a frame, and `frames` outlives this.
  ReplayStepper(const Frames& frames, bool mine);

  /// Does what the person asks for. Going elsewhere ends what goes on by itself.
  ReplayDone run(const ReplayCommand& command);
  /// Goes to the next record by itself. Returns whether it goes on after that. Requires: it plays.
  bool on();

  const Frames& frames() const { return frames_; }
  const Frame& frame() const { return cursor_.frame(); }
  std::size_t at() const { return cursor_.at(); }
  bool at_end() const { return cursor_.at_end(); }
  rules::Observer observer() const { return observer_; }
  bool plays() const { return plays_; }
  /// Returns how many records a second it plays.
  int speed() const { return speed_; }
  /// Returns how long a record stays while it plays, in milliseconds.
  int stays_ms() const { return 1000 / speed_; }

 private:
  ReplayDone go(const ReplayCommand& command);
  ReplayDone look(bool as_owner);
  ReplayDone play_at(std::uint64_t speed);

  const Frames& frames_;
  ReplayCursor cursor_;
  rules::Observer observer_{};
  bool plays_ = false;
  int speed_ = 1;
};

/// Returns what a person is told of a command that did nothing; "" for the others.
std::string replay_refusal(ReplayDone done);
/// Returns what a person is told of a line that is no command.
std::string replay_not_understood(const std::string& line);

}  // namespace fairdeal::match
