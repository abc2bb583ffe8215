#include <algorithm>
#include <bit>
#include <string_view>
#include <vector>

#include "rules/lua/budget.h"
#include "rules/lua/freeze.h"

/// The functions that a script has. Those that take time by the length of what they are given count
/// it. An error here leaves by longjmp, so nothing that has a destructor may be alive then.
namespace fairdeal::rules {
namespace {

constexpr lua_Integer kUnpackedMax = 200;

std::string_view string_at(lua_State* L, int index) {
  std::size_t size = 0;
  const char* const data = luaL_checklstring(L, index, &size);
  return {data, size};
}

void charge_bytes(lua_State* L, std::size_t bytes) { charge(L, bytes / 16 + 1); }

/// Checks that the argument is a table that a call made itself.
void check_own_table(lua_State* L, int index) {
  luaL_checktype(L, index, LUA_TTABLE);
  if (lua_getmetatable(L, index) != 0)
    luaL_error(L, "what was made when the script was loaded can only be read in calls");
}

// ---- Base

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
    const std::string_view digits = string_at(L, 1);
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

// ---- Strings

template <class Change>
int changed_bytes(lua_State* L, Change change) {
  const std::string_view text = string_at(L, 1);
  charge_bytes(L, text.size());
  luaL_Buffer buffer;
  char* const out = luaL_buffinitsize(L, &buffer, text.size());
  change(text, out);
  luaL_pushresultsize(&buffer, text.size());
  return 1;
}

int script_upper(lua_State* L) {
  return changed_bytes(L, [](std::string_view text, char* out) {
    std::ranges::transform(text, out, [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
  });
}
int script_lower(lua_State* L) {
  return changed_bytes(L, [](std::string_view text, char* out) {
    std::ranges::transform(text, out, [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  });
}
int script_reverse(lua_State* L) {
  return changed_bytes(
      L, [](std::string_view text, char* out) { std::ranges::reverse_copy(text, out); });
}

int script_rep(lua_State* L) {
  const std::string_view text = string_at(L, 1);
  const lua_Integer times = std::max<lua_Integer>(0, luaL_checkinteger(L, 2));
  if (!text.empty() && static_cast<std::size_t>(times) > kScriptStringMax / text.size())
    return luaL_error(L, "rep: a string is longer than 8 kB");
  charge_bytes(L, text.size() * static_cast<std::size_t>(times));
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (lua_Integer i = 0; i < times && !text.empty(); ++i)
    luaL_addlstring(&buffer, text.data(), text.size());
  luaL_pushresult(&buffer);
  return 1;
}

/// find(text, part, from): the place of `part`, which is no pattern, and that of its end; or nil.
int script_find(lua_State* L) {
  const std::string_view text = string_at(L, 1), part = string_at(L, 2);
  const lua_Integer from = luaL_optinteger(L, 3, 1);
  if (from < 1) return luaL_error(L, "find: a place is 1 or more");
  charge_bytes(L, text.size() * std::max<std::size_t>(1, std::min<std::size_t>(part.size(), 16)));
  const auto begin = static_cast<std::size_t>(from) - 1;
  const std::size_t at = begin > text.size() ? std::string_view::npos : text.find(part, begin);
  if (at == std::string_view::npos) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, static_cast<lua_Integer>(at) + 1);
  lua_pushinteger(L, static_cast<lua_Integer>(at + part.size()));
  return 2;
}

/// How %5d, %-8s or %02d is to be written.
struct ScriptForm {
  bool left = false;
  char fill = ' ';
  std::size_t width = 0;
};

/// Reads what stands between % and the letter, and leaves `at` at the letter.
ScriptForm read_form(std::string_view text, std::size_t& at) {
  ScriptForm form;
  if (at < text.size() && text[at] == '-') form.left = (++at, true);
  if (at < text.size() && text[at] == '0') form.fill = (++at, '0');
  for (int digits = 0; digits < 2 && at < text.size() && text[at] >= '0' && text[at] <= '9';
       ++digits, ++at)
    form.width = 10 * form.width + static_cast<std::size_t>(text[at] - '0');
  return form;
}

/// Adds the text on the top of the stack to the buffer, and pops it.
void add_formed(lua_State* L, luaL_Buffer* buffer, const ScriptForm& form) {
  std::size_t size = 0;
  const char* const text = lua_tolstring(L, -1, &size);
  const std::size_t room = form.width > size ? form.width - size : 0;
  char line[100];
  if (size + room > sizeof line) return luaL_addvalue(buffer);  // wider than any field
  std::fill_n(line, size + room, form.fill);
  std::copy_n(text, size, line + (form.left ? 0 : room));
  lua_pop(L, 1);
  luaL_addlstring(buffer, line, size + room);
}

/// format(text, …): %d an integer, %s anything that has a text, %%; with a width up to 99, and with
/// - for the left side or 0 for zeros before it.
int script_format(lua_State* L) {
  const std::string_view text = string_at(L, 1);
  charge_bytes(L, text.size());
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  int argument = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      luaL_addchar(&buffer, text[i]);
      continue;
    }
    const ScriptForm form = read_form(text, ++i);
    const char kind = i < text.size() ? text[i] : '\0';
    if (kind == '%') {
      luaL_addchar(&buffer, '%');
      continue;
    }
    ++argument;
    if (kind == 'd')
      luaL_checkinteger(L, argument);
    else if (kind != 's' || lua_isnone(L, argument) || lua_type(L, argument) > LUA_TSTRING)
      return luaL_argerror(L, argument, "format knows %d, %s and %%, and writes no tables");
    luaL_tolstring(L, argument, nullptr);
    add_formed(L, &buffer, form);
  }
  luaL_pushresult(&buffer);
  return 1;
}

// ---- Tables

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
  const std::string_view between = lua_isnoneornil(L, 2) ? "" : string_at(L, 2);
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

// ---- Which there are

/// Moves these functions of the library on the top of the stack into `into`, and pops the library.
void take(lua_State* L, int into, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    lua_getfield(L, -1, name);
    lua_setfield(L, into, name);
  }
  lua_pop(L, 1);
}

void open(lua_State* L, lua_CFunction library) {
  lua_pushcfunction(L, library);
  lua_call(L, 0, 1);
}

void add_strings(lua_State* L, int into) {
  open(L, &luaopen_string);
  lua_newtable(L);
  lua_insert(L, -2);
  take(L, lua_absindex(L, -2), {"byte", "char", "len", "sub"});
  constexpr luaL_Reg kOwn[] = {{"find", &script_find},   {"format", &script_format},
                               {"lower", &script_lower}, {"rep", &script_rep},
                               {"reverse", &script_reverse}, {"upper", &script_upper},
                               {nullptr, nullptr}};
  luaL_setfuncs(L, kOwn, 0);
  // What a string is indexed by; the library's own table would also do arithmetic with strings.
  lua_pushliteral(L, "");
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  lua_setfield(L, into, "string");
}

void add_tables(lua_State* L, int into) {
  constexpr luaL_Reg kOwn[] = {{"concat", &script_concat}, {"insert", &script_insert},
                               {"remove", &script_remove}, {"unpack", &script_unpack},
                               {nullptr, nullptr}};
  luaL_newlib(L, kOwn);
  open(L, &luaopen_table);
  lua_getfield(L, -1, "sort");
  lua_pushcclosure(L, &script_sort, 1);
  lua_setfield(L, -3, "sort");
  lua_pop(L, 1);
  lua_setfield(L, into, "table");
}

}  // namespace

void add_library(lua_State* L) {
  const int into = lua_absindex(L, -1);
  open(L, &luaopen_base);
  take(L, into, {"assert", "error", "ipairs", "select", "type"});
  constexpr luaL_Reg kOwn[] = {{"pairs", &script_pairs},
                               {"tonumber", &script_tonumber},
                               {"tostring", &script_tostring},
                               {nullptr, nullptr}};
  luaL_setfuncs(L, kOwn, 0);
  add_strings(L, into);
  add_tables(L, into);
  lua_newtable(L);
  open(L, &luaopen_math);
  take(L, lua_absindex(L, -2), {"abs", "max", "maxinteger", "min", "mininteger", "ult"});
  lua_setfield(L, into, "math");
  lua_pushlightuserdata(L, nullptr);
  lua_setfield(L, into, "null");
}

}  // namespace fairdeal::rules
