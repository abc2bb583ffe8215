#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace fairdeal::rules {

/// The function that # is in a script, under a name that scripts may not use. Why not Lua's own:
/// the length of a list with holes depends there on the random seed of its hashes.
inline constexpr const char* kLengthInScripts = "__length_of";

/// Returns a script as it is run: the same text, line by line, but each #operand is a call of
/// kLengthInScripts. Refuses what could make a number with a fraction: such a number, the operators
/// / and ^, and an integer beyond 64 bits. Why: integers are the same on every machine. It reads
/// Lua's tokens, not its grammar; Lua itself refuses what is no program.
///
/// Errors: bad_parameters, with `name` and the line; too_large.
Result<std::string> script_source(std::string_view name, std::string_view text);

}  // namespace fairdeal::rules
