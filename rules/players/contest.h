#pragma once

#include <span>

#include "rules/match.h"
#include "rules/players/thinker.h"
#include "rules/players/trail.h"

namespace fairdeal::rules {

/// Notes what happens in a match, for one seat. Give it each value and event, as Watch reports
/// them, and what the seat knows by then.
class TrailKeeper {
 public:
  /// Requires: `start` is the first value of the match.
  explicit TrailKeeper(AnyGame start) : trail_{.start = std::move(start)} {}

  void note(const AnyEvent& event, Known known) {
    trail_.events.push_back(event);
    trail_.known.push_back(std::move(known));
  }
  const Trail& trail() const { return trail_; }

 private:
  Trail trail_;
};

/// Returns what a seat has seen of a match up to now, by dealing it again. Requires: the dealer was
/// given no outcomes. Cost: that of all wants so far.
Trail trail_of(const Match& match, Seat seat);

/// Returns the opponent's move. If the opponent fails, or answers with a move that is not legal,
/// this is that of simple_move(), and `failed` says why.
Action move_of(const Opponent& opponent, const SeatSight& sight, const GoOn& go_on, Rng& rng,
               std::string* failed = nullptr);

/// Plays a match of opponents to its end, and returns the last value. `seats` has an opponent for
/// each seat. All random numbers follow from `seed`. Errors: as play().
Result<AnyGame> play_contest(AnyGame game, std::span<const Opponent> seats, std::uint64_t seed,
                             const GoOn& go_on = {}, Watch watch = {});

}  // namespace fairdeal::rules
