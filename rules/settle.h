#pragma once

#include "rules/game.h"

namespace fairdeal::rules {

/// How a match ends otherwise than by play. A game keeps it as std::optional<Payoff>, and its JSON
/// form has it under "settled" once it is there.

/// For two seats: who is absent loses all there is to lose.
Payoff forfeit(Seat absent, Range bounds);

/// Nobody wins.
Payoff draw_all(std::size_t seats);

/// Adds "settled" to a state's JSON form, if there is one.
void put_settled(Json& state, const std::optional<Payoff>& settled);

/// Reads it back. Errors: bad_parameters (not one integer a seat).
Result<std::optional<Payoff>> get_settled(const Json& state, std::size_t seats);

}  // namespace fairdeal::rules
