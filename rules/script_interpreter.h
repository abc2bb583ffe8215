#pragma once

#include <string_view>

/// The interpreter that runs the games that are scripts. Another one may count other instructions
/// and bytes for the same text, and so say of the same move that it is none. Charters of scripts
/// name it, and nobody plays or audits by another.
namespace fairdeal::rules {

/// The release of Lua that is in the program.
inline constexpr std::string_view kScriptLua = "Lua 5.4.4";
/// That release, and the number of the model by which calls are counted
/// (docs/modules.md#the-count). The number rises with any change of a known answer.
inline constexpr std::string_view kScriptInterpreter = "Lua 5.4.4, model 2";

/// Returns whether a script may have this name.
constexpr bool is_script_name(std::string_view name) {
  return !name.empty() && name.size() <= 32 && name.front() >= 'a' && name.front() <= 'z' &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

/// Returns whether a script may have this version. Why no more signs: a version stands where a
/// person is asked whether to run the script, and could say there that somebody signed it.
constexpr bool is_script_version(std::string_view version) {
  return !version.empty() && version.size() <= 16 &&
         version.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
             "0123456789.+-") == std::string_view::npos;
}

}  // namespace fairdeal::rules
