#include "rules/lua/library.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <vector>

#include "rules/lua/freeze.h"

namespace fairdeal::rules {
namespace {

int script_tostring(lua_State* L) {
  switch (lua_type(L, 1)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING:
      luaL_tolstring(L, 1, nullptr);
      return 1;
    default:
      return luaL_error(L, "tostring: a %s has no text", luaL_typename(L, 1));
  }
}

/// Reads an integer from a string, as Lua writes it; nil if it is none.
int script_tonumber(lua_State* L) {
  if (lua_type(L, 1) == LUA_TSTRING) {
    const std::string_view digits = script_text(L, 1);
    if (lua_stringtonumber(L, digits.data()) == digits.size() + 1 && lua_isinteger(L, -1)) return 1;
    lua_pushnil(L);
    return 1;
  }
  if (lua_type(L, 1) != LUA_TNUMBER) lua_pushnil(L);
  lua_settop(L, lua_type(L, 1) == LUA_TNUMBER ? 1 : lua_gettop(L));
  return 1;
}

struct ScriptKey {
  int place;  ///< in the list of all keys
  bool is_string;
  lua_Integer number;
  std::string_view string;
  bool operator<(const ScriptKey& other) const {
    if (is_string != other.is_string) return other.is_string;
    return is_string ? string < other.string : number < other.number;
  }
};

/// Replaces the list of keys on the top of the stack by a sorted one. Requires that both lists have
/// room, so that nothing here raises an error.
void sort_keys(lua_State* L, int unsorted, int sorted, int count) {
  std::vector<ScriptKey> keys;
  keys.reserve(static_cast<std::size_t>(count));
  for (int i = 1; i <= count; ++i) {
    lua_rawgeti(L, unsorted, i);
    ScriptKey key{i, lua_type(L, -1) == LUA_TSTRING, 0, {}};
    if (key.is_string) {
      std::size_t size = 0;
      const char* const data = lua_tolstring(L, -1, &size);
      key.string = {data, size};  // the table keeps the string
    } else {
      key.number = lua_tointeger(L, -1);
    }
    keys.push_back(key);
    lua_pop(L, 1);
  }
  std::ranges::sort(keys, std::less<>());
  for (int i = 0; i < count; ++i) {
    lua_rawgeti(L, unsorted, keys[static_cast<std::size_t>(i)].place);
    lua_rawseti(L, sorted, i + 1);
  }
}

/// The function that pairs returns. Its upvalues: the table, its sorted keys, how many were given.
int next_pair(lua_State* L) {
  const lua_Integer at = lua_tointeger(L, lua_upvalueindex(3)) + 1;
  lua_pushinteger(L, at);
  lua_replace(L, lua_upvalueindex(3));
  if (lua_rawgeti(L, lua_upvalueindex(2), at) == LUA_TNIL) return 1;
  lua_pushvalue(L, -1);
  lua_rawget(L, lua_upvalueindex(1));
  return 2;
}

/// Goes through a table in the order of its keys: integers, then strings by their bytes.
int script_pairs(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  push_contents(L, 1);
  lua_replace(L, 1);
  lua_settop(L, 1);
  int count = 0;
  for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 1), ++count)
    if (lua_isinteger(L, -2) == 0 && lua_type(L, -2) != LUA_TSTRING)
      return luaL_error(L, "pairs: a %s is a key", luaL_typename(L, -2));
  const auto size = static_cast<std::size_t>(count);
  charge(L, size * (1 + static_cast<std::size_t>(std::bit_width(size))));
  lua_createtable(L, count, 0);
  lua_createtable(L, count, 0);
  int i = 0;
  for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_rawseti(L, 2, ++i);
  }
  sort_keys(L, 2, 3, count);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 3);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, &next_pair, 3);
  return 1;
}

/// Returns the length of a text or a list, in place of # (source.h).
int script_length(lua_State* L) {
  if (lua_type(L, 1) == LUA_TSTRING) {
    lua_pushinteger(L, static_cast<lua_Integer>(lua_rawlen(L, 1)));
    return 1;
  }
  if (!lua_istable(L, 1)) return luaL_error(L, "a %s value has no length", luaL_typename(L, 1));
  push_contents(L, 1);
  lua_pushinteger(L, border_of(L, -1));
  return 1;
}

/// Returns a limit of a numeric `for`, which is an integer and no text (source.h).
int script_limit(lua_State* L) {
  if (lua_isinteger(L, 1) == 0)
    return luaL_error(L, "'for' takes integers, and not a %s", luaL_typename(L, 1));
  lua_settop(L, 1);
  return 1;
}

/// Returns all its arguments, and counts them: in Lua they are copied in one instruction.
int script_all(lua_State* L) {
  charge(L, static_cast<std::size_t>(lua_gettop(L)));
  return lua_gettop(L);
}

/// Returns an argument that is an integer and no text.
lua_Integer script_integer(lua_State* L, int index) {
  if (lua_isinteger(L, index) == 0)
    luaL_error(L, "an integer was expected, and not a %s", luaL_typename(L, index));
  return lua_tointeger(L, index);
}

int script_abs(lua_State* L) {
  const lua_Integer x = script_integer(L, 1);
  lua_pushinteger(L, x < 0 ? static_cast<lua_Integer>(0U - static_cast<lua_Unsigned>(x)) : x);
  return 1;
}
template <class Better>
int script_best(lua_State* L, Better better) {
  const int count = lua_gettop(L);
  charge(L, static_cast<std::size_t>(count));
  lua_Integer best = script_integer(L, 1);
  for (int i = 2; i <= count; ++i)
    if (const lua_Integer x = script_integer(L, i); better(x, best)) best = x;
  lua_pushinteger(L, best);
  return 1;
}
int script_max(lua_State* L) { return script_best(L, std::greater<>()); }
int script_min(lua_State* L) { return script_best(L, std::less<>()); }

}  // namespace

lua_Integer border_of(lua_State* L, int index) {
  index = lua_absindex(L, index);
  const auto is_there = [&](lua_Integer i) {
    charge(L, 1);
    const bool there = lua_rawgeti(L, index, i) != LUA_TNIL;
    lua_pop(L, 1);
    return there;
  };
  constexpr lua_Integer kListMax = 1 << 24;
  lua_Integer there = 0, gone = 1;
  while (gone < kListMax && is_there(gone)) {
    there = gone;
    gone *= 2;
  }
  while (gone - there > 1) {
    const lua_Integer middle = there + (gone - there) / 2;
    (is_there(middle) ? there : gone) = middle;
  }
  return there;
}

void TextBuffer::add(lua_State* L, std::string_view text) {
  if (text.size() > kScriptStringMax - size_) luaL_error(L, "a string is longer than 8 kB");
  text.copy(bytes_ + size_, text.size());
  size_ += text.size();
}

std::string_view script_text(lua_State* L, int index) {
  std::size_t size = 0;
  const char* const data = luaL_checklstring(L, index, &size);
  return {data, size};
}

void take_from_library(lua_State* L, int into, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    lua_getfield(L, -1, name);
    lua_setfield(L, into, name);
  }
  lua_pop(L, 1);
}

void open_library(lua_State* L, lua_CFunction library) {
  lua_pushcfunction(L, library);
  lua_call(L, 0, 1);
}

int push_hidden_functions(lua_State* L) {
  for (const auto function : {&script_length, &script_limit, &script_all})
    lua_pushcfunction(L, function);
  return 3;
}

void add_library(lua_State* L) {
  const int into = lua_absindex(L, -1);
  open_library(L, &luaopen_base);
  take_from_library(L, into, {"assert", "error", "ipairs", "select", "type"});
  constexpr luaL_Reg kOwn[] = {{"pairs", &script_pairs},
                               {"tonumber", &script_tonumber},
                               {"tostring", &script_tostring},
                               {nullptr, nullptr}};
  luaL_setfuncs(L, kOwn, 0);
  add_string_library(L, into);
  add_table_library(L, into);
  add_poker_library(L, into);
  constexpr luaL_Reg kMath[] = {
      {"abs", &script_abs}, {"max", &script_max}, {"min", &script_min}, {nullptr, nullptr}};
  luaL_newlib(L, kMath);
  open_library(L, &luaopen_math);
  take_from_library(L, lua_absindex(L, -2), {"maxinteger", "mininteger", "ult"});
  lua_setfield(L, into, "math");
  lua_pushlightuserdata(L, nullptr);
  lua_setfield(L, into, "null");
  add_pieces_library(L, into);
}

}  // namespace fairdeal::rules
