#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// How a match ends otherwise than by play. A game keeps it as std::optional<Payoff>, and its JSON
/// form has it under "settled" once it is there.

/// For one or two seats: `by` lose all there is to lose; but if that is both, nobody wins.
Payoff forfeit(SeatSet by, Range bounds, std::size_t seats = 2);

/// For two seats: `by` lose what they have put in; but if that is both, it goes back.
Payoff forfeit(SeatSet by, const std::array<std::int64_t, 2>& put_in);

/// Nobody wins.
Payoff draw_all(std::size_t seats);

/// Adds "settled" to a state's JSON form, if there is one.
void put_settled(Json& state, const std::optional<Payoff>& settled);

/// Reads it back. Errors: bad_parameters (not one integer a seat).
Result<std::optional<Payoff>> get_settled(const Json& state, std::size_t seats);

}  // namespace fairdeal::rules
