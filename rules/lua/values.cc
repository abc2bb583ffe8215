#include "rules/lua/values.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "rules/json_full.h"
#include "rules/lua/budget.h"
#include "rules/lua/freeze.h"

namespace fairdeal::rules {
namespace {

constexpr const char* kTooMuch = "more than 100,000 values, or 1 MB of texts, in all";
// The cost of reading a value, in instructions, and the bytes of a text that are read for one.
constexpr std::size_t kValueSteps = 4;
constexpr std::size_t kTextStep = 16;
constexpr int kSlots = 8;  ///< of the stack, for a value within another

/// The rest of what a returned value may have: tables can stand in one another so that few of them
/// are many values.
struct ValueBudget {
  int depth = kScriptDepthMax;
  std::size_t values = kScriptValuesMax;
  std::size_t bytes = kScriptTextsMax;
};

Result<Json> read_value(lua_State* L, int index, ValueBudget& budget);

Error within(Error error, const std::string& key) {
  error.about = key + (error.about.starts_with("[") ? "" : ": ") + error.about;
  return error;
}
std::string place_of(lua_Integer i) { return "[" + std::to_string(i) + "]"; }

bool is_utf8(std::string_view text) {
  try {
    (void)Json(text).dump();
    return true;
  } catch (const Json::exception&) {
    return false;
  }
}

Result<Json> read_list(lua_State* L, int table, lua_Integer size, ValueBudget& budget) {
  Json::array_t list;
  list.reserve(static_cast<std::size_t>(size));
  for (lua_Integer i = 1; i <= size; ++i) {
    if (lua_rawgeti(L, table, i) == LUA_TNIL) {
      lua_pop(L, 1);
      return fail(Fault::bad_parameters, "a list has a hole");
    }
    auto value = read_value(L, lua_gettop(L), budget);
    lua_pop(L, 1);
    if (!value) return fail(within(std::move(value).error(), place_of(i)));
    list.push_back(*std::move(value));
  }
  return Json(std::move(list));
}

/// Reads the keys of a table, sorted: which value is read first, and so which error is told, does
/// not depend on where Lua's hashes put them.
Result<std::vector<std::string_view>> read_keys(lua_State* L, int table, ValueBudget& budget) {
  std::vector<std::string_view> keys;
  std::size_t bytes = 0;
  bool has_numbers = false;
  for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
    has_numbers = has_numbers || lua_type(L, -2) != LUA_TSTRING;
    if (lua_type(L, -2) != LUA_TSTRING) continue;
    std::size_t size = 0;
    const char* const key = lua_tolstring(L, -2, &size);  // the table keeps it
    keys.emplace_back(key, size);
    bytes += size;
  }
  if (has_numbers) return fail(Fault::bad_parameters, "a table has numbers and names as keys");
  if (bytes > budget.bytes || keys.size() > budget.values)
    return fail(Fault::bad_parameters, kTooMuch);
  budget.bytes -= bytes;
  (void)spend(
      L, bytes / kTextStep + keys.size() * static_cast<std::size_t>(std::bit_width(keys.size())));
  std::ranges::sort(keys);
  return keys;
}

Result<Json> read_object(lua_State* L, int table, ValueBudget& budget) {
  FD_TRY(const auto keys, read_keys(L, table, budget));
  Json object = Json::object();
  for (const std::string_view key : keys) {
    if (!is_utf8(key)) return fail(Fault::bad_parameters, "a key is no UTF-8");
    lua_pushlstring(L, key.data(), key.size());
    lua_rawget(L, table);
    auto value = read_value(L, lua_gettop(L), budget);
    lua_pop(L, 1);
    if (!value) return fail(within(std::move(value).error(), "." + std::string(key)));
    object[std::string(key)] = *std::move(value);
  }
  return object;
}

/// Reads the table on the top of the stack, and pops it.
Result<Json> read_table(lua_State* L, ValueBudget& budget) {
  const int table = lua_gettop(L);
  lua_Integer keys = 0;
  bool has_names = false;
  for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1), ++keys) {
    has_names = has_names || lua_type(L, -2) == LUA_TSTRING;
    if (spend(L, 1)) continue;
    lua_settop(L, table - 1);
    return fail(Fault::bad_parameters, kFuelUsedUp);
  }
  auto value = has_names ? read_object(L, table, budget) : read_list(L, table, keys, budget);
  lua_settop(L, table - 1);
  return value;
}

Result<Json> read_text(lua_State* L, int index, ValueBudget& budget) {
  std::size_t size = 0;
  const char* const data = lua_tolstring(L, index, &size);
  if (size > budget.bytes) return fail(Fault::bad_parameters, kTooMuch);
  budget.bytes -= size;
  (void)spend(L, size / kTextStep);
  if (!is_utf8({data, size})) return fail(Fault::bad_parameters, "a text is no UTF-8");
  return Json(std::string(data, size));
}

Result<Json> read_value(lua_State* L, int index, ValueBudget& budget) {
  if (budget.values == 0) return fail(Fault::bad_parameters, kTooMuch);
  --budget.values;
  if (!spend(L, kValueSteps)) return fail(Fault::bad_parameters, kFuelUsedUp);
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TLIGHTUSERDATA:
      return Json();
    case LUA_TBOOLEAN:
      return Json(lua_toboolean(L, index) != 0);
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) return Json(static_cast<std::int64_t>(lua_tointeger(L, index)));
      return fail(Fault::bad_parameters, "a number has a fraction");
    case LUA_TSTRING:
      return read_text(L, index, budget);
    case LUA_TTABLE: {
      if (budget.depth == 0 || lua_checkstack(L, kSlots) == 0)
        return fail(Fault::bad_parameters, "too many values in one another");
      push_contents(L, index);
      --budget.depth;
      auto table = read_table(L, budget);
      ++budget.depth;
      return table;
    }
    default:
      return fail(Fault::bad_parameters,
                  std::string("a ") + lua_typename(L, lua_type(L, index)) + " is no value of JSON");
  }
}

/// Pushes a text. Lua would compare texts with a 0 in them part by part.
void push_text(lua_State* L, const std::string& text) {
  if (text.find('\0') != std::string::npos) luaL_error(L, "a text has the character 0 in it");
  lua_pushlstring(L, text.data(), text.size());
}

}  // namespace

void push_json(lua_State* L, const Json& value) {
  luaL_checkstack(L, kSlots, "too many values in one another");
  switch (value.type()) {
    case Json::value_t::boolean:
      return lua_pushboolean(L, value.get_ref<const bool&>() ? 1 : 0);
    case Json::value_t::number_integer:
      return lua_pushinteger(L, value.get_ref<const std::int64_t&>());
    case Json::value_t::number_unsigned:
      return lua_pushinteger(L, static_cast<lua_Integer>(value.get_ref<const std::uint64_t&>()));
    case Json::value_t::string:
      return push_text(L, value.get_ref<const std::string&>());
    case Json::value_t::array: {
      lua_createtable(L, static_cast<int>(value.size()), 0);
      lua_Integer i = 0;
      for (const Json& one : value) {
        push_json(L, one);
        lua_rawseti(L, -2, ++i);
      }
      return;
    }
    case Json::value_t::object:
      lua_createtable(L, 0, static_cast<int>(value.size()));
      for (auto member = value.begin(); member != value.end(); ++member) {
        push_text(L, member.key());
        push_json(L, *member);
        lua_rawset(L, -3);
      }
      return;
    default:
      return lua_pushlightuserdata(L, nullptr);
  }
}

Result<Json> json_at(lua_State* L, int index) {
  ValueBudget budget;
  const CountedLookups counts(L);
  return read_value(L, lua_absindex(L, index), budget);
}

}  // namespace fairdeal::rules
