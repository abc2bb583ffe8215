#pragma once

#include "base/result.h"
#include "rules/json.h"
#include "rules/secrets.h"

namespace fairdeal::rules {

/// Reads `secrets`, a script's declaration of who sees, shuffles and rolls what; none if the module
/// has no such member. Errors: bad_parameters, in words.
Result<std::optional<Secrecy>> secrets_of_script(const Json& module);

}  // namespace fairdeal::rules
