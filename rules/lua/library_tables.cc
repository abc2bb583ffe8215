#include <bit>

#include "rules/lua/freeze.h"
#include "rules/lua/library.h"

/// The table `table`.
namespace fairdeal::rules {
namespace {

constexpr lua_Integer kUnpackedMax = 200;

/// Checks that the argument is a table that a call made itself.
void check_own_table(lua_State* L, int index) {
  luaL_checktype(L, index, LUA_TTABLE);
  if (lua_getmetatable(L, index) != 0)
    luaL_error(L, "what was made when the script was loaded can only be read in calls");
}

int script_insert(lua_State* L) {
  check_own_table(L, 1);
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, 1));
  const int given = lua_gettop(L);
  if (given != 2 && given != 3) return luaL_error(L, "insert takes a table, a place and a value");
  const lua_Integer place = given == 2 ? size + 1 : luaL_checkinteger(L, 2);
  if (place < 1 || place > size + 1) return luaL_error(L, "insert: there is no such place");
  charge(L, static_cast<std::size_t>(size + 1 - place));
  for (lua_Integer i = size + 1; i > place; --i) {
    lua_rawgeti(L, 1, i - 1);
    lua_rawseti(L, 1, i);
  }
  lua_settop(L, given);
  lua_rawseti(L, 1, place);
  return 0;
}

int script_remove(lua_State* L) {
  check_own_table(L, 1);
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, 1));
  const lua_Integer place = luaL_optinteger(L, 2, size);
  if (size == 0) return 0;
  if (place < 1 || place > size) return luaL_error(L, "remove: there is no such place");
  charge(L, static_cast<std::size_t>(size - place));
  lua_rawgeti(L, 1, place);
  for (lua_Integer i = place; i <= size; ++i) {
    lua_rawgeti(L, 1, i + 1);
    lua_rawseti(L, 1, i);
  }
  return 1;
}

int script_concat(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  push_contents(L, 1);
  lua_replace(L, 1);
  const std::string_view between = lua_isnoneornil(L, 2) ? "" : script_text(L, 2);
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, 1));
  std::size_t bytes = 0;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (lua_Integer i = 1; i <= size; ++i) {
    if (i > 1) luaL_addlstring(&buffer, between.data(), between.size());
    const int type = lua_rawgeti(L, 1, i);
    if (type != LUA_TSTRING && type != LUA_TNUMBER)
      return luaL_error(L, "concat: a %s has no text", lua_typename(L, type));
    bytes += lua_rawlen(L, -1) + between.size();
    if (bytes > kScriptStringMax) return luaL_error(L, "concat: a string is longer than 8 kB");
    charge_bytes(L, lua_rawlen(L, -1));
    luaL_addvalue(&buffer);
  }
  luaL_pushresult(&buffer);
  return 1;
}

int script_unpack(lua_State* L) {
  if (lua_gettop(L) != 1) return luaL_error(L, "unpack takes a list, and returns all of it");
  luaL_checktype(L, 1, LUA_TTABLE);
  push_contents(L, 1);
  lua_replace(L, 1);
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, 1));
  if (size > kUnpackedMax) return luaL_error(L, "unpack: more than 200 values");
  luaL_checkstack(L, static_cast<int>(size), nullptr);
  for (lua_Integer i = 1; i <= size; ++i) lua_rawgeti(L, 1, i);
  return static_cast<int>(size);
}

/// The library's sort, which is the upvalue, after its comparisons are counted.
int script_sort(lua_State* L) {
  check_own_table(L, 1);
  const auto size = static_cast<std::size_t>(lua_rawlen(L, 1));
  charge(L, 2 * size * static_cast<std::size_t>(std::bit_width(size)));
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 2, 0);
  return 0;
}

}  // namespace

void add_table_library(lua_State* L, int into) {
  constexpr luaL_Reg kOwn[] = {{"concat", &script_concat},
                               {"insert", &script_insert},
                               {"remove", &script_remove},
                               {"unpack", &script_unpack},
                               {nullptr, nullptr}};
  luaL_newlib(L, kOwn);
  open_library(L, &luaopen_table);
  lua_getfield(L, -1, "sort");
  lua_pushcclosure(L, &script_sort, 1);
  lua_setfield(L, -3, "sort");
  lua_pop(L, 1);
  lua_setfield(L, into, "table");
}

}  // namespace fairdeal::rules
