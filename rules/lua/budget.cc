#include "rules/lua/budget.h"

#include <cstdlib>

namespace fairdeal::rules {
namespace {

/// The size of the first table of strings: luaS_init of Lua 5.4 allocates it before anything else
/// of this size.
constexpr std::size_t kFirstStringTable = 128 * sizeof(void*);
constexpr std::size_t kStackSlot = 16;  ///< bytes of a value on Lua's stack
/// The size of what Lua keeps of a call within another one. Earlier calls may have left some, so
/// that they are not counted; the stack bounds how many there are. A table's part for four values
/// is as large, and is not counted, either; the table is.
constexpr std::size_t kCallInfo = 64;

bool refuses(ScriptBudget& budget, bool is_string, bool is_new, std::size_t size) {
  if (!budget.limited) return false;
  if (is_string && size > kScriptStringMax)
    budget.over = "a string is longer than 8 kB";
  else if (budget.compiles && size > kScriptCodeMax)
    budget.over = "a function is too long, or has too many numbers and texts";
  else if (!budget.compiles && is_new && size > kScriptStack * kStackSlot)
    budget.over = "its calls within one another are too many";
  else if (!budget.compiles && size > kScriptBlockMax)
    budget.over = "a table is too large";
  else if (budget.taken + size > kScriptTakenMax)
    budget.over = "it takes more than 32 MB";
  else
    return false;
  return true;
}

}  // namespace

void charge(lua_State* L, std::size_t steps) {
  ScriptBudget& budget = ScriptBudget::of(L);
  const auto most = static_cast<std::size_t>(budget.fuel < 0 ? 0 : budget.fuel);
  budget.fuel -= static_cast<std::int64_t>(steps < most ? steps : most + 1);
  if (budget.fuel >= 0 || !budget.limited) return;
  budget.over = kFuelUsedUp;
  luaL_error(L, "too long");
}

void* allocate_for_script(void* given, void* block, std::size_t old_size, std::size_t size) {
  ScriptBudget& budget = *static_cast<ScriptBudget*>(given);
  // For a new block Lua gives its kind in place of its size.
  const bool is_new = block == nullptr, is_string = is_new && old_size == LUA_TSTRING;
  const bool is_call = is_new && old_size == 0 && size == kCallInfo;
  if (is_new) old_size = 0;
  if (size == 0) {
    std::free(block);
    return nullptr;
  }
  const bool is_string_table = block != nullptr && block == budget.string_table;
  if (size > old_size && !is_string_table) {
    if (refuses(budget, is_string, is_new, size)) return nullptr;
    if (!is_call) budget.taken += size;
  }
  void* const there = std::realloc(block, size);
  if (is_string_table || (budget.string_table == nullptr && size == kFirstStringTable))
    budget.string_table = there;
  return there;
}

}  // namespace fairdeal::rules
