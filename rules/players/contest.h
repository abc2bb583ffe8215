#pragma once

#include <span>

#include "rules/match.h"
#include "rules/players/thinker.h"
#include "rules/players/trail.h"

namespace fairdeal::rules {

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
