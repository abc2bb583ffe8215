#pragma once

#include <string_view>

/// The interpreter that runs the games that are scripts. Another one may count other instructions
/// and bytes for the same text, and so say of the same move that it is none. Charters of scripts
/// name it, and nobody plays or audits by another.
namespace fairdeal::rules {

/// The release of Lua that is in the program.
inline constexpr std::string_view kScriptLua = "Lua 5.4.4";
/// That release, and the number of the model by which calls are counted
/// (docs/modules.md#what-is-counted). The number rises with any change of a known answer.
inline constexpr std::string_view kScriptInterpreter = "Lua 5.4.4, model 1";

}  // namespace fairdeal::rules
