#include <algorithm>

#include "rules/lua/library.h"

/// The table `string`.
namespace fairdeal::rules {
namespace {

template <class Change>
int changed_bytes(lua_State* L, Change change) {
  const std::string_view text = script_text(L, 1);
  charge_bytes(L, text.size());
  char out[kScriptStringMax];
  if (text.size() > sizeof out) return luaL_error(L, "a string is longer than 8 kB");
  change(text, out);
  lua_pushlstring(L, out, text.size());
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

/// byte(text, from, to): the bytes between these places, at most 200.
int script_byte(lua_State* L) {
  const std::string_view text = script_text(L, 1);
  const auto size = static_cast<lua_Integer>(text.size());
  const auto place = [&](lua_Integer at) {
    return at < 0 ? std::max<lua_Integer>(0, size + at + 1) : at;
  };
  const lua_Integer from = place(luaL_optinteger(L, 2, 1));
  const lua_Integer to = std::min(size, place(luaL_optinteger(L, 3, from)));
  const lua_Integer first = std::max<lua_Integer>(1, from);
  if (to - first >= 200) return luaL_error(L, "byte: more than 200 values");
  int count = 0;
  for (lua_Integer i = first; i <= to; ++i, ++count)
    lua_pushinteger(L, static_cast<unsigned char>(text[static_cast<std::size_t>(i - 1)]));
  charge(L, static_cast<std::size_t>(count));
  return count;
}

/// char(…): the text of these bytes. It has no 0 in it, since Lua compares texts by parts up to
/// one.
int script_char(lua_State* L) {
  const int count = lua_gettop(L);
  charge(L, static_cast<std::size_t>(count));
  for (int i = 1; i <= count; ++i) {
    const lua_Integer byte = luaL_checkinteger(L, i);
    luaL_argcheck(L, byte > 0 && byte < 256, i, "a byte is 1 to 255");
  }
  TextBuffer buffer;
  for (int i = 1; i <= count; ++i) buffer.add(L, static_cast<char>(lua_tointeger(L, i)));
  buffer.push(L);
  return 1;
}

int script_rep(lua_State* L) {
  const std::string_view text = script_text(L, 1);
  const lua_Integer times = std::max<lua_Integer>(0, luaL_checkinteger(L, 2));
  if (!text.empty() && static_cast<std::size_t>(times) > kScriptStringMax / text.size())
    return luaL_error(L, "rep: a string is longer than 8 kB");
  charge_bytes(L, text.size() * static_cast<std::size_t>(times));
  TextBuffer buffer;
  for (lua_Integer i = 0; i < times && !text.empty(); ++i) buffer.add(L, text);
  buffer.push(L);
  return 1;
}

/// find(text, part, from): the place of `part`, which is no pattern, and that of its end; or nil.
int script_find(lua_State* L) {
  const std::string_view text = script_text(L, 1), part = script_text(L, 2);
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
  lua_pushinteger(L, static_cast<lua_Integer>(at) + static_cast<lua_Integer>(part.size()));
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
void add_formed(lua_State* L, TextBuffer& buffer, const ScriptForm& form) {
  const std::string_view text = script_text(L, -1);
  charge_bytes(L, text.size());
  const std::size_t room = form.width > text.size() ? form.width - text.size() : 0;
  for (std::size_t i = 0; !form.left && i < room; ++i) buffer.add(L, form.fill);
  buffer.add(L, text);
  for (std::size_t i = 0; form.left && i < room; ++i) buffer.add(L, form.fill);
  lua_pop(L, 1);
}

/// format(text, …): %d an integer, %s anything that has a text, %%; with a width up to 99, and with
/// - for the left side or 0 for zeros before it.
int script_format(lua_State* L) {
  const std::string_view text = script_text(L, 1);
  charge_bytes(L, text.size());
  const int given = lua_gettop(L);  // more values stand there while they are written
  TextBuffer buffer;
  int argument = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      buffer.add(L, text[i]);
      continue;
    }
    const ScriptForm form = read_form(text, ++i);
    const char kind = i < text.size() ? text[i] : '\0';
    if (kind == '%') {
      buffer.add(L, '%');
      continue;
    }
    ++argument;
    const int type = argument > given ? LUA_TNONE : lua_type(L, argument);
    if (kind == 'd' && type != LUA_TNONE)
      luaL_checkinteger(L, argument);
    else if (kind != 's' || type == LUA_TNONE || type == LUA_TLIGHTUSERDATA || type > LUA_TSTRING)
      return luaL_argerror(L, argument, "format knows %d, %s and %%, and writes no tables");
    luaL_tolstring(L, argument, nullptr);
    add_formed(L, buffer, form);
  }
  buffer.push(L);
  return 1;
}

}  // namespace

void add_string_library(lua_State* L, int into) {
  open_library(L, &luaopen_string);
  lua_newtable(L);
  lua_insert(L, -2);
  take_from_library(L, lua_absindex(L, -2), {"len", "sub"});
  constexpr luaL_Reg kOwn[] = {
      {"byte", &script_byte},       {"char", &script_char},   {"find", &script_find},
      {"format", &script_format},   {"lower", &script_lower}, {"rep", &script_rep},
      {"reverse", &script_reverse}, {"upper", &script_upper}, {nullptr, nullptr}};
  luaL_setfuncs(L, kOwn, 0);
  // The index of strings; the library's own table would also do arithmetic with strings.
  lua_pushliteral(L, "");
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  lua_setfield(L, into, "string");
}

}  // namespace fairdeal::rules
