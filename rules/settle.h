#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Results of matches that end otherwise than by play. A game keeps such a result as
/// std::optional<Payoff>; once there is one, the JSON form has it under "settled".

/// Returns the result of a game for one or two in which the seats in `by` lose as much as can be
/// lost. If these are both seats, nobody wins.
Payoff forfeit(SeatSet by, Range bounds, std::size_t seats = 2);

/// Returns the result of a game for two in which the seat in `by` loses what it has put in. If
/// these are both seats, each gets back what it has put in.
Payoff forfeit(SeatSet by, const std::array<std::int64_t, 2>& put_in);

/// Returns the result in which nobody wins.
Payoff draw_all(std::size_t seats);

/// Adds "settled" to a state's JSON form, if the match was settled.
void put_settled(Json& state, const std::optional<Payoff>& settled);

/// Returns the numbers of these seats, for a state's JSON form.
Json numbers_of(SeatSet seats);

/// Reads the seats under `name` in a state's JSON form; none if it is not there. Errors:
/// bad_parameters, if it is no list of seats.
Result<SeatSet> read_seats(const Json& state, const char* name, std::size_t seats);

/// Reads "settled" from a state's JSON form; none if it is not there. Errors: bad_parameters, if it
/// is not one integer for each seat.
Result<std::optional<Payoff>> get_settled(const Json& state, std::size_t seats);

}  // namespace fairdeal::rules
