#pragma once

#include "rules/game.h"

namespace fairdeal::rules {

/// `given` with defaults filled in. Errors: bad_parameters (unknown name, another type, out of
/// bounds).
Result<Json> complete_params(const GameInfo& info, const Json& given);

}  // namespace fairdeal::rules
