#pragma once

#include <lua.hpp>

#include "rules/json.h"

namespace fairdeal::rules {

/// Pushes a value. A list is a table from 1 on, an object a table by its keys, null the value
/// `null`. It may raise an error of Lua, and has nothing then that needs a destructor.
void push_json(lua_State* L, const Json& value);

/// Returns the value at `index`. A table with the keys 1 … n is a list, one with strings as keys an
/// object, an empty one a list. It raises no error of Lua. Errors: bad_parameters, with the place
/// in the value: a number with a fraction, a function, a hole in a list, keys of both kinds, a text
/// that is no UTF-8, more than 32 values in one another.
Result<Json> json_at(lua_State* L, int index);

}  // namespace fairdeal::rules
