#pragma once

#include <cstddef>
#include <cstdint>
#include <lua.hpp>

#include "rules/lua/limits.h"

namespace fairdeal::rules {

inline constexpr const char* kFuelUsedUp = "it takes more than 1,000,000 instructions";

/// The instructions and bytes that a call may still take. Only files of rules/lua include this.
struct ScriptBudget {
  bool limited = false;   ///< while our own code runs between calls, nothing is refused
  bool compiles = false;  ///< the text is being read
  std::int64_t fuel = 0;
  std::size_t taken = 0;       ///< bytes that this call took in all
  const char* over = nullptr;  ///< what was used up, in words
  /// Lua's table of all short strings. It may grow with them: if it could not, each new string
  /// would make Lua look for garbage.
  void* string_table = nullptr;

  static ScriptBudget& of(lua_State* L) {
    return **static_cast<ScriptBudget**>(lua_getextraspace(L));
  }
};

/// Counts `steps` as instructions; raises an error if there are none left.
void charge(lua_State* L, std::size_t steps);

/// Lua's allocator; `budget` is a ScriptBudget.
void* allocate_for_script(void* budget, void* block, std::size_t old_size, std::size_t size);

}  // namespace fairdeal::rules
