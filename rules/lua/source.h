#pragma once

#include <string_view>

#include "base/result.h"

namespace fairdeal::rules {

/// Checks the text of a script for what could make a number with a fraction: such a number, the
/// operators / and ^, and an integer beyond 64 bits. Why: integers are the same on every machine.
/// It reads Lua's tokens, not its grammar; Lua itself refuses what is no program.
///
/// Errors: bad_parameters, with `name` and the line; too_large.
Result<> check_script_source(std::string_view name, std::string_view text);

}  // namespace fairdeal::rules
