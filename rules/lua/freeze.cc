#include "rules/lua/freeze.h"

#include <string_view>

#include "rules/lua/budget.h"

namespace fairdeal::rules {
namespace {

/// The address of this is the key of the kept variables in the registry: three values each, the
/// function, the number of its upvalue, and the value.
constexpr char kKeptVariables = 0;
/// The place of a frozen table's contents in its metatable.
constexpr lua_Integer kContents = 1;
// Bytes of the model that are kept: those of a table, which has another one for its contents and
// one that makes it read-only, and those of a key, a value or a variable, besides the bytes of a
// text.
constexpr std::size_t kKeptTable = 300;
constexpr std::size_t kKeptValue = 32;

int refuse_change(lua_State* L) {
  if (lua_type(L, 2) == LUA_TSTRING)
    return luaL_error(L, "'%s' cannot change in a call: it was made when the script was loaded",
                      lua_tostring(L, 2));
  return luaL_error(L, "what was made when the script was loaded cannot change in a call");
}

int length_of_contents(lua_State* L) {
  push_contents(L, 1);
  lua_pushinteger(L, static_cast<lua_Integer>(lua_rawlen(L, -1)));
  return 1;
}

/// Goes through all that can be reached. It has nothing that needs a destructor.
class Freezer {
 public:
  /// The values that are on the stack come first.
  explicit Freezer(lua_State* L) : L_(L), given_(lua_gettop(L)) {
    lua_newtable(L);
    lua_newtable(L);
    lua_newtable(L);
    queue_ = given_ + 1, seen_ = given_ + 2, kept_ = given_ + 3;
  }

  /// Returns the bytes that are kept.
  std::size_t run() {
    for (int i = 1; i <= given_; ++i) add(i);
    for (lua_Integer at = 1; at <= queued_; ++at) {
      lua_rawgeti(L_, queue_, at);
      if (lua_istable(L_, -1))
        freeze_table(lua_gettop(L_));
      else
        keep_variables(lua_gettop(L_));
      lua_settop(L_, kept_);
    }
    lua_rawsetp(L_, LUA_REGISTRYINDEX, &kKeptVariables);
    lua_settop(L_, 0);
    return kept_bytes_;
  }

 private:
  /// Queues the value at `index`, if it has parts and was not queued before.
  void add(int index) {
    const int value = lua_absindex(L_, index);
    kept_bytes_ += kKeptValue;
    if (lua_type(L_, value) == LUA_TSTRING) kept_bytes_ += lua_rawlen(L_, value);
    if (lua_iscfunction(L_, value) != 0 && lua_getupvalue(L_, value, 1) != nullptr)
      luaL_error(L_, "what pairs() returns counts on, so it cannot be kept for calls");
    const bool has_parts =
        lua_istable(L_, value) || (lua_isfunction(L_, value) && lua_iscfunction(L_, value) == 0);
    if (!has_parts || !is_new(value)) return;
    lua_pushvalue(L_, value);
    lua_rawseti(L_, queue_, ++queued_);
  }
  bool is_new(int value) {
    lua_pushvalue(L_, value);
    const bool is_new = lua_rawget(L_, seen_) == LUA_TNIL;
    lua_pop(L_, 1);
    lua_pushvalue(L_, value);
    lua_pushboolean(L_, 1);
    lua_rawset(L_, seen_);
    return is_new;
  }

  void freeze_table(int table) {
    kept_bytes_ += kKeptTable;
    lua_newtable(L_);
    const int contents = lua_gettop(L_);
    for (lua_pushnil(L_); lua_next(L_, table) != 0; lua_pop(L_, 1)) {
      add(-1);
      add(-2);
      lua_pushvalue(L_, -2);
      lua_pushvalue(L_, -2);
      lua_rawset(L_, contents);
    }
    for (lua_pushnil(L_); lua_next(L_, contents) != 0; lua_pop(L_, 1)) {
      lua_pushvalue(L_, -2);
      lua_pushnil(L_);
      lua_rawset(L_, table);
    }
    constexpr luaL_Reg kFunctions[] = {
        {"__newindex", &refuse_change}, {"__len", &length_of_contents}, {nullptr, nullptr}};
    luaL_newlib(L_, kFunctions);
    lua_pushvalue(L_, contents);
    lua_setfield(L_, -2, "__index");
    lua_pushvalue(L_, contents);
    lua_rawseti(L_, -2, kContents);
    lua_setmetatable(L_, table);
  }

  void keep_variables(int function) {
    for (int i = 1; lua_getupvalue(L_, function, i) != nullptr; ++i) {
      add(-1);
      lua_pushlightuserdata(L_, lua_upvalueid(L_, function, i));  // functions may share a variable
      const bool is_first = is_new(lua_gettop(L_));
      lua_pop(L_, 1);
      if (!is_first) {
        lua_pop(L_, 1);
        continue;
      }
      lua_pushvalue(L_, function);
      lua_rawseti(L_, kept_, ++kept_values_);
      lua_pushinteger(L_, i);
      lua_rawseti(L_, kept_, ++kept_values_);
      lua_rawseti(L_, kept_, ++kept_values_);
    }
  }

  lua_State* L_;
  int given_, queue_ = 0, seen_ = 0, kept_ = 0;  // places on the stack
  lua_Integer queued_ = 0, kept_values_ = 0;
  std::size_t kept_bytes_ = 0;
};

}  // namespace

std::size_t freeze(lua_State* L) { return Freezer(L).run(); }

const char* check_kept(lua_State* L) {
  const char* changed = nullptr;  ///< the first by its name, as tables have no order
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kKeptVariables);
  const int kept = lua_gettop(L);
  for (lua_Integer at = 1; lua_rawgeti(L, kept, at) != LUA_TNIL; at += 3) {
    lua_rawgeti(L, kept, at + 1);
    const auto number = static_cast<int>(lua_tointeger(L, -1));
    const int function = lua_gettop(L) - 1;
    const char* const name = lua_getupvalue(L, function, number);
    lua_rawgeti(L, kept, at + 2);
    if (lua_rawequal(L, -1, -2) == 0) {
      if (changed == nullptr || std::string_view(name) < changed) changed = name;
      lua_setupvalue(L, function, number);
    }
    lua_settop(L, kept);
  }
  lua_settop(L, kept - 1);
  return changed;
}

std::size_t count_kept(lua_State* L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kKeptVariables);
  const auto values = static_cast<std::size_t>(lua_rawlen(L, -1));
  lua_pop(L, 1);
  return values / 3;
}

void push_contents(lua_State* L, int table) {
  table = lua_absindex(L, table);
  if (lua_getmetatable(L, table) == 0) return lua_pushvalue(L, table);
  lua_rawgeti(L, -1, kContents);
  lua_remove(L, -2);
}

}  // namespace fairdeal::rules
