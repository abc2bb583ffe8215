#pragma once

#include <initializer_list>
#include <string_view>

#include "rules/lua/budget.h"

/// The functions that a script has, and no others: io, os, load, require, pcall, debug and their
/// like are not among them. Those that take time by the length of what they are given count it. An
/// error here leaves by longjmp, so nothing that has a destructor may be alive then.
namespace fairdeal::rules {

/// Puts all of them into the table on the top of the stack.
void add_library(lua_State* L);
/// Pushes the functions that source.h puts into scripts, and returns how many these are.
int push_hidden_functions(lua_State* L);

// Parts of it: each puts its table into the table at `into`.
void add_string_library(lua_State* L, int into);
void add_table_library(lua_State* L, int into);
void add_poker_library(lua_State* L, int into);
void add_pieces_library(lua_State* L, int into);

/// Returns the text of an argument; raises an error if it is none.
std::string_view script_text(lua_State* L, int index);
/// Counts the work on so many bytes.
inline void charge_bytes(lua_State* L, std::size_t bytes) { charge(L, bytes / 16 + 1); }

/// A text that is put together. Lua's own buffer has another size on other machines, and makes
/// values of its own.
class TextBuffer {
 public:
  /// Raises an error if it is longer than a text may be.
  void add(lua_State* L, std::string_view text);
  void add(lua_State* L, char c) { add(L, std::string_view(&c, 1)); }
  void push(lua_State* L) const { lua_pushlstring(L, bytes_, size_); }

 private:
  std::size_t size_ = 0;
  char bytes_[kScriptStringMax];
};

/// Returns the length of the list at `index`: a number n such that n is there and n + 1 is not.
/// Counts the look-ups. Lua's own answer about a list with holes depends on where its hashes put
/// the rest.
lua_Integer border_of(lua_State* L, int index);

/// Pushes the table of a library of Lua's own.
void open_library(lua_State* L, lua_CFunction library);
/// Moves these functions of the library on the top of the stack into `into`, and pops the library.
void take_from_library(lua_State* L, int into, std::initializer_list<const char*> names);

}  // namespace fairdeal::rules
