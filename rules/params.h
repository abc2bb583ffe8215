#pragma once

#include "rules/game.h"

namespace fairdeal::rules {

/// Fills in the defaults for what `given` lacks. Errors: bad_parameters (an unknown name, a value
/// of another type or out of bounds).
Result<Json> complete_params(const GameInfo& info, const Json& given);

/// Fills in the values for a table of people (Param::among_people) for what `given` lacks, which is
/// an object or null.
Json params_among_people(const GameInfo& info, Json given);

}  // namespace fairdeal::rules
