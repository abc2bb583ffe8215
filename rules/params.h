#pragma once

#include "rules/game.h"

namespace fairdeal::rules {

/// `given` with defaults filled in. Errors: bad_parameters (unknown name, another type, out of
/// bounds).
Result<Json> complete_params(const GameInfo& info, const Json& given);

/// `given`, an object, and for what it does not say the values of a table of people.
Json params_among_people(const GameInfo& info, Json given);

}  // namespace fairdeal::rules
