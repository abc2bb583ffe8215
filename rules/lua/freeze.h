#pragma once

#include <cstddef>
#include <lua.hpp>

namespace fairdeal::rules {

/// Makes all that can be reached from the values on the stack read-only, once a script was loaded:
/// tables keep their identity, but are empty then and get what they are asked for from a table of
/// their contents. Notes the values of all variables that functions share, which only a check can
/// keep (check_kept). It may raise an error of Lua. Pops the values. Returns how many bytes of the
/// model these things keep.
std::size_t freeze(lua_State* L);

/// Returns the name of a variable that a call changed although the next call would see it, after it
/// set all of them back; null if there is none. It raises no error of Lua.
const char* check_kept(lua_State* L);

/// Returns how many such variables there are.
std::size_t count_kept(lua_State* L);

/// Pushes the contents of the table at `table`: itself, unless it is frozen. Raises no error of
/// Lua.
void push_contents(lua_State* L, int table);

}  // namespace fairdeal::rules
