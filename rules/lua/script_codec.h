#pragma once

#include "rules/any_game.h"
#include "rules/json.h"

namespace fairdeal::rules {

/// The forms in which a script hears and says things: tables with a `type`, as {type = "deal", slot
/// = 3, to = 1}. Seats count from 1 there. Errors: bad_parameters, in words.
Result<std::vector<Want>> wants_of_script(const Json& wants, std::size_t seats);
Json event_for_script(const AnyEvent& event);
Result<Payoff> payoff_of_script(const Json& payoff, std::size_t seats);
Result<GameInfo> info_of_script(const Json& module);

Json json_for_script(Observer observer);
Json json_for_script(const Known& known);

}  // namespace fairdeal::rules
