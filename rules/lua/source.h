#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/lua/tokens.h"

namespace fairdeal::rules {

// The functions that are put into a script, under names that scripts may not use.

/// It stands for #. The length of a list with holes depends, in Lua, on the random seed of its
/// hashes.
inline constexpr std::string_view kLengthInScripts = kHiddenNames[0];
/// It is given each limit of a numeric `for`, where Lua takes texts, too, and makes fractions of
/// them.
inline constexpr std::string_view kIntegerInScripts = kHiddenNames[1];
/// It is given each `...`, which may be many values, and counts them.
inline constexpr std::string_view kAllInScripts = kHiddenNames[2];

/// Returns a script as it is run: the same text, line by line, with calls of these functions, which
/// it is given in this order as its arguments. Refuses what could make a number with a fraction:
/// such a number, the operators / and ^, and an integer beyond 64 bits; integers are the same on
/// every machine. Refuses the character 0 in texts, by which comparing two of them takes long. It
/// reads Lua's tokens, not its grammar; Lua itself refuses what is no program.
///
/// Errors: bad_parameters, with `name` and the line; too_large.
Result<std::string> script_source(std::string_view name, std::string_view text);

}  // namespace fairdeal::rules
