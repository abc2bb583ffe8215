#include <algorithm>
#include <bit>
#include <utility>

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
  const auto size = border_of(L, 1);
  const int given = lua_gettop(L);
  if (given != 2 && given != 3) return luaL_error(L, "insert takes a table, a place and a value");
  const lua_Integer place = given == 2 ? size + 1 : luaL_checkinteger(L, 2);
  if (place < 1 || place > size + 1) return luaL_error(L, "insert: there is no such place");
  charge(L, static_cast<std::size_t>(size + 1 - place));
  for (lua_Integer i = size + 1; i > place; --i) {
    charge(L, 0);  // keys that collide may have used up what there was
    lua_rawgeti(L, 1, i - 1);
    lua_rawseti(L, 1, i);
  }
  lua_settop(L, given);
  lua_rawseti(L, 1, place);
  return 0;
}

int script_remove(lua_State* L) {
  check_own_table(L, 1);
  const auto size = border_of(L, 1);
  const lua_Integer place = luaL_optinteger(L, 2, size);
  if (size == 0) return 0;
  if (place < 1 || place > size) return luaL_error(L, "remove: there is no such place");
  charge(L, static_cast<std::size_t>(size - place));
  lua_rawgeti(L, 1, place);
  for (lua_Integer i = place; i <= size; ++i) {
    charge(L, 0);
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
  const auto size = border_of(L, 1);
  TextBuffer buffer;
  for (lua_Integer i = 1; i <= size; ++i) {
    if (i > 1) buffer.add(L, between);
    const int type = lua_rawgeti(L, 1, i);
    if (type != LUA_TSTRING && type != LUA_TNUMBER)
      return luaL_error(L, "concat: a %s has no text", lua_typename(L, type));
    const std::string_view text = script_text(L, -1);
    charge_bytes(L, text.size() + between.size());
    buffer.add(L, text);
    lua_pop(L, 1);
  }
  buffer.push(L);
  return 1;
}

int script_unpack(lua_State* L) {
  if (lua_gettop(L) != 1) return luaL_error(L, "unpack takes a list, and returns all of it");
  luaL_checktype(L, 1, LUA_TTABLE);
  push_contents(L, 1);
  lua_replace(L, 1);
  const auto size = border_of(L, 1);
  if (size > kUnpackedMax) return luaL_error(L, "unpack: more than 200 values");
  luaL_checkstack(L, static_cast<int>(size), nullptr);
  charge(L, static_cast<std::size_t>(size));
  for (lua_Integer i = 1; i <= size; ++i) lua_rawgeti(L, 1, i);
  return static_cast<int>(size);
}

/// Returns whether the value at `a` comes before that at `b`, by the function at 2 or, if there is
/// none, by <.
bool comes_before(lua_State* L, int a, int b) {
  if (lua_isnoneornil(L, 2)) return lua_compare(L, a, b, LUA_OPLT) != 0;
  lua_pushvalue(L, 2);
  lua_pushvalue(L, a);
  lua_pushvalue(L, b);
  lua_call(L, 2, 1);
  const bool before = lua_toboolean(L, -1) != 0;
  lua_pop(L, 1);
  return before;
}

/// Merges the sorted parts from `low` to `middle` and from there to `high` of the table at `from`
/// into that at `into`.
void merge_parts(lua_State* L, int from, int into, lua_Integer low, lua_Integer middle,
                 lua_Integer high) {
  lua_Integer left = low, right = middle;
  for (lua_Integer at = low; at < high; ++at) {
    charge(L, 0);
    const int top = lua_gettop(L);
    bool takes_right = left >= middle;
    if (!takes_right && right < high) {
      lua_rawgeti(L, from, right);
      lua_rawgeti(L, from, left);
      takes_right = comes_before(L, top + 1, top + 2);
      lua_settop(L, top);
    }
    lua_rawgeti(L, from, takes_right ? right++ : left++);
    lua_rawseti(L, into, at);
  }
}

/// sort(list, before): a merge sort. Lua's own draws its pivots by the clock.
int script_sort(lua_State* L) {
  check_own_table(L, 1);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  const lua_Integer size = border_of(L, 1);
  charge(L, 2 * static_cast<std::size_t>(size) *
                static_cast<std::size_t>(std::bit_width(static_cast<std::size_t>(size))));
  lua_createtable(L, static_cast<int>(size), 0);
  int from = 1, into = 3;
  for (lua_Integer width = 1; width < size; width *= 2) {
    for (lua_Integer low = 1; low <= size; low += 2 * width)
      merge_parts(L, from, into, low, std::min(low + width, size + 1),
                  std::min(low + 2 * width, size + 1));
    std::swap(from, into);
  }
  for (lua_Integer i = 1; from == 3 && i <= size; ++i) {
    lua_rawgeti(L, from, i);
    lua_rawseti(L, 1, i);
  }
  return 0;
}

}  // namespace

void add_table_library(lua_State* L, int into) {
  constexpr luaL_Reg kOwn[] = {{"concat", &script_concat}, {"insert", &script_insert},
                               {"remove", &script_remove}, {"sort", &script_sort},
                               {"unpack", &script_unpack}, {nullptr, nullptr}};
  luaL_newlib(L, kOwn);
  lua_setfield(L, into, "table");
}

}  // namespace fairdeal::rules
