#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "rules/lua/budget.h"
#include "rules/lua/layout.h"

/// Lua's own functions that make texts, tables and closures, and those that look something up in
/// tables, as a script has them: counted by the model of docs/modules.md#the-count. The
/// linker puts these in their place wherever one file of Lua calls another (--wrap,
/// CMakeLists.txt). So no count depends on what an allocator, a machine's word or an earlier call
/// makes of it.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl*,readability-identifier-naming)
namespace fairdeal::rules {

// Lua's own.
extern "C" {
unsigned luaS_hashlongstr(lua::Text* text);
unsigned luaH_realasize(const lua::HashTable* table);
lua::Text* __real_luaS_newlstr(lua_State* L, const char* text, std::size_t size);
lua::Text* __real_luaS_createlngstrobj(lua_State* L, std::size_t size);
lua::HashTable* __real_luaH_new(lua_State* L);
void __real_luaH_resize(lua_State* L, lua::HashTable* table, unsigned places, unsigned nodes);
void __real_luaH_finishset(lua_State* L, lua::HashTable* table, const lua::Value* key,
                           const lua::Value* slot, lua::Value* value);
const lua::Value* __real_luaH_get(lua::HashTable* table, const lua::Value* key);
const lua::Value* __real_luaH_getint(lua::HashTable* table, lua_Integer key);
const lua::Value* __real_luaH_getstr(lua::HashTable* table, lua::Text* key);
int __real_luaH_next(lua_State* L, lua::HashTable* table, lua::Value* key);
std::size_t __real_luaO_str2num(const char* text, lua::Value* number);
void* __real_luaF_newLclosure(lua_State* L, int shared);
void* __real_luaF_newCclosure(lua_State* L, int kept);
}

namespace {

using lua::HashNode;
using lua::HashTable;
using lua::Text;
using lua::Value;

// Bytes of the model.
constexpr std::size_t kTextBytes = 25;  ///< of a text, besides its own
constexpr std::size_t kTableBytes = 56;
constexpr std::size_t kListPlaceBytes = 16;
constexpr std::size_t kNodeBytes = 24;
constexpr std::size_t kClosureBytes = 32;
constexpr std::size_t kSharedBytes = 48;  ///< of a variable that a closure shares

/// A look-up that goes through fewer keys is a part of its instruction; else so many count as one.
constexpr std::size_t kKeysForOne = 16;
/// A long text is compared as a whole: so many bytes of it count as one key, and so do bytes that <
/// goes through.
constexpr std::size_t kBytesForKey = 64;
/// A shorter text is read as a number, or found to be none, within its instruction; else so many
/// bytes of it count as one.
constexpr std::size_t kNumberBytes = 64;
constexpr std::size_t kNumberBytesForOne = 16;
/// A place of Lua's table of texts with fewer texts costs nothing; else a text in it is made for a
/// quarter of an instruction each.
constexpr std::uint32_t kTextsAtOnePlace = 16;

/// The script whose work this thread counts, and the one whose look-ups it counts.
thread_local ScriptBudget* counted = nullptr;
thread_local ScriptBudget* looked = nullptr;

/// Ends the call with what was used up. The error has no words, and is not counted itself.
void stop(lua_State* L, ScriptBudget& budget, const char* over) {
  end_counting(budget);
  budget.over = over;
  lua_pushliteral(L, "");
  lua_error(L);
}

void count_bytes(lua_State* L, ScriptBudget& budget, std::size_t bytes) {
  budget.taken += bytes;
  if (budget.taken > kScriptTakenMax) stop(L, budget, "it takes more than 32 MB");
}

void count_text(lua_State* L, std::size_t size) {
  if (counted == nullptr) return;
  if (size > kScriptStringMax) stop(L, *counted, "a string is longer than 8 kB");
  if (!counted->compiles) count_bytes(L, *counted, kTextBytes + size);
}

/// Counts instructions where no error may be raised: the next instruction raises it.
void spend_quietly(ScriptBudget& budget, std::size_t steps) {
  (void)spend(budget.state, steps);
  if (budget.fuel >= 0 || budget.hurried || !budget.limited) return;
  budget.hurried = true;
  lua_sethook(budget.state, lua_gethook(budget.state), LUA_MASKCOUNT, 1);
}

void count_keys(std::size_t keys) {
  if (keys < kKeysForOne || looked == nullptr || looked->compiles) return;
  spend_quietly(*looked, keys / kKeysForOne);
}

/// Counts the reading of a text as a number.
void count_number(std::size_t bytes) {
  if (bytes < kNumberBytes || looked == nullptr || looked->compiles) return;
  spend_quietly(*looked, bytes / kNumberBytesForOne);
}

HashNode* node_of(const HashTable& table, unsigned hash) {
  return table.nodes + (hash & (table.node_count() - 1));
}
HashNode* node_of_integer(const HashTable& table, lua_Integer key) {
  const auto odd = static_cast<lua_Unsigned>((table.node_count() - 1) | 1);
  return table.nodes + static_cast<lua_Unsigned>(key) % odd;
}

/// Returns where the chain with a key begins; null for a key by its address, which no script has.
HashNode* first_node(const HashTable& table, std::uint8_t type, const lua::Content& key) {
  switch (type) {
    case lua::kShortText:
      return node_of(table, key.text->hash);
    case lua::kLongText:
      return node_of(table, luaS_hashlongstr(key.text));
    case lua::kInteger:
      return node_of_integer(table, key.integer);
    case lua::kFalse:
      return node_of(table, 0);
    case lua::kTrue:
      return node_of(table, 1);
    case lua::kNull:
      return key.pointer == nullptr ? table.nodes : nullptr;
    default:
      return nullptr;
  }
}

/// The cost of a look-up that meets a key, if that key is looked for.
std::size_t keys_of(const HashNode& node, std::uint8_t type) {
  if (type != lua::kLongText || node.key_type != lua::kLongText) return 1;
  return 1 + node.key.text->u.long_size / kBytesForKey;
}

/// Counts a look-up of a key that is neither a short text nor an integer.
void count_walk(const HashTable& table, const Value& key) {
  if (looked == nullptr || looked->compiles) return;
  const HashNode* node = first_node(table, key.type, key.content);
  if (node == nullptr) return;
  std::size_t keys = keys_of(*node, key.type);
  for (; node->next != 0; keys += keys_of(*node, key.type)) node += node->next;
  count_keys(keys);
}

constexpr Value kNothing{{nullptr}, lua::kAbsent};

const Value* text_in(const HashTable& table, const Text* key) {
  const HashNode* node = node_of(table, key->hash);
  for (std::size_t keys = 1;; ++keys, node += node->next) {
    const bool found = node->key_type == lua::kShortText && node->key.text == key;
    if (!found && node->next != 0) continue;
    count_keys(keys);
    return found ? node->as_value() : &kNothing;
  }
}

const Value* integer_in_nodes(const HashTable& table, lua_Integer key) {
  const HashNode* node = node_of_integer(table, key);
  for (std::size_t keys = 1;; ++keys, node += node->next) {
    const bool found = node->key_type == lua::kInteger && node->key.integer == key;
    if (!found && node->next != 0) continue;
    count_keys(keys);
    return found ? node->as_value() : &kNothing;
  }
}

/// Counts the keys that Lua goes through to make room for a new key: where a key of another chain
/// stands, it goes through that chain up to there.
void count_room(const HashTable& table, const Value& key) {
  const HashNode* const wanted = first_node(table, key.type, key.content);
  if (wanted == nullptr || wanted->is_empty()) return;
  const HashNode* other = first_node(table, wanted->key_type, wanted->key);
  std::size_t keys = 1;
  for (; other != nullptr && other != wanted && other->next != 0; ++keys) other += other->next;
  count_keys(keys);
}

/// Fewer keys cannot be in each other's way so often that it counts.
constexpr unsigned kFewNodes = 8;

/// Counts what it took to put all keys into a new hash part.
void count_chains(const HashTable& table) {
  const unsigned count = table.node_count();
  if (count < kFewNodes) return;
  std::array<std::uint32_t, kScriptNodesMax> chains, weights;
  std::fill_n(chains.begin(), count, 0);
  std::fill_n(weights.begin(), count, 0);
  std::size_t keys = 0;
  for (unsigned i = 0; i < count; ++i) {
    const HashNode& node = table.nodes[i];
    const HashNode* const first =
        node.is_empty() ? nullptr : first_node(table, node.key_type, node.key);
    if (first == nullptr) continue;
    const auto chain = static_cast<std::size_t>(first - table.nodes);
    keys += weights[chain] + chains[chain];
    ++chains[chain];
    weights[chain] += static_cast<std::uint32_t>(keys_of(node, node.key_type));
  }
  count_keys(keys / 2);
}

void check_parts(lua_State* L, ScriptBudget& budget, std::size_t places, std::size_t nodes) {
  if (places > kScriptPlacesMax || nodes > kScriptNodesMax) stop(L, budget, "a table is too large");
}

std::size_t nodes_in(const HashTable& table) {
  return table.last_free == nullptr ? 0 : table.node_count();
}

struct Parts {
  std::size_t places;
  const HashNode* nodes;
};
Parts parts_of(const HashTable& table) { return {luaH_realasize(&table), table.nodes}; }

/// Counts the parts that a table got since it had those. A list part is counted whole when it
/// grows, a hash part whenever it is made anew.
void count_parts(lua_State* L, ScriptBudget& budget, const HashTable& table, const Parts& had) {
  const std::size_t places = luaH_realasize(&table), nodes = nodes_in(table);
  check_parts(L, budget, places, nodes);
  if (places > had.places) count_bytes(L, budget, places * kListPlaceBytes);
  if (table.nodes == had.nodes || nodes == 0) return;
  count_bytes(L, budget, nodes * kNodeBytes);
  count_chains(table);
}

/// Refuses a key that Lua finds by its address: whether it fits into a table would depend on that.
void check_key(lua_State* L, ScriptBudget& budget, const Value& key) {
  const int type = key.type & 0x0f;
  if (type != LUA_TTABLE && type != LUA_TFUNCTION && type != LUA_TUSERDATA && type != LUA_TTHREAD)
    return;
  end_counting(budget);
  luaL_where(L, 0);
  lua_pushfstring(L, "a %s cannot be a key of a table", lua_typename(L, type));
  lua_concat(L, 2);
  lua_error(L);
}

}  // namespace

void begin_counting(lua_State* L) {
  ScriptBudget& budget = ScriptBudget::of(L);
  budget.limited = true;
  budget.state = L;
  counted = looked = &budget;
}

void end_counting(ScriptBudget& budget) {
  budget.limited = false;
  counted = looked = nullptr;
}

CountedLookups::CountedLookups(lua_State* L) : before_(looked) { looked = &ScriptBudget::of(L); }
CountedLookups::~CountedLookups() { looked = before_; }

extern "C" {

/// The only call from another file of Lua makes the seed of all hashes, from addresses and the
/// clock. With one seed for all, the order of keys, and what fits into a table, is the same
/// everywhere.
unsigned __wrap_luaS_hash(const char*, std::size_t, unsigned) { return 0x9e3779b9U; }

/// Compares bytes: the C library's strcoll() depends on the machine's language.
int __wrap_strcoll(const char* a, const char* b) {
  const std::string_view one(a), other(b);
  count_keys((one.size() + other.size()) / kBytesForKey);
  return one.compare(other);
}

/// Lua reads a text wherever a number is wanted: string.sub("x", "1").
std::size_t __wrap_luaO_str2num(const char* text, lua::Value* number) {
  count_number(std::strlen(text));
  return __real_luaO_str2num(text, number);
}

lua::Text* __wrap_luaS_newlstr(lua_State* L, const char* text, std::size_t size) {
  count_text(L, size);
  lua::Text* const made = __real_luaS_newlstr(L, text, size);
  if (counted == nullptr || made->type != (lua::kShortText & 0x3f)) return made;
  const std::uint32_t texts = counted->texts.note(made, made->hash);
  if (texts >= kTextsAtOnePlace && !counted->compiles) spend_quietly(*counted, texts / 4);
  return made;
}

/// Lua's own keeps the last texts by their address.
lua::Text* __wrap_luaS_new(lua_State* L, const char* text) {
  return __wrap_luaS_newlstr(L, text, std::strlen(text));
}

lua::Text* __wrap_luaS_createlngstrobj(lua_State* L, std::size_t size) {
  count_text(L, size);
  return __real_luaS_createlngstrobj(L, size);
}

lua::HashTable* __wrap_luaH_new(lua_State* L) {
  if (counted != nullptr && !counted->compiles) count_bytes(L, *counted, kTableBytes);
  return __real_luaH_new(L);
}

void __wrap_luaH_resize(lua_State* L, lua::HashTable* table, unsigned places, unsigned nodes) {
  if (counted == nullptr || counted->compiles) return __real_luaH_resize(L, table, places, nodes);
  check_parts(L, *counted, places, nodes);
  const auto had = parts_of(*table);
  __real_luaH_resize(L, table, places, nodes);
  count_parts(L, *counted, *table, had);
}

void __wrap_luaH_resizearray(lua_State* L, lua::HashTable* table, unsigned places) {
  __wrap_luaH_resize(L, table, places, static_cast<unsigned>(nodes_in(*table)));
}

void __wrap_luaH_finishset(lua_State* L, lua::HashTable* table, const lua::Value* key,
                           const lua::Value* slot, lua::Value* value) {
  const bool is_new = slot->type == lua::kAbsent;
  if (counted == nullptr || counted->compiles || !is_new)
    return __real_luaH_finishset(L, table, key, slot, value);
  check_key(L, *counted, *key);
  count_room(*table, *key);
  const auto had = parts_of(*table);
  __real_luaH_finishset(L, table, key, slot, value);
  count_parts(L, *counted, *table, had);
}

const lua::Value* __wrap_luaH_getshortstr(lua::HashTable* table, lua::Text* key) {
  return text_in(*table, key);
}

const lua::Value* __wrap_luaH_getstr(lua::HashTable* table, lua::Text* key) {
  if (key->type == (lua::kShortText & 0x3f)) return text_in(*table, key);
  lua::Value value{{nullptr}, lua::kLongText};
  value.content.text = key;
  count_walk(*table, value);
  return __real_luaH_getstr(table, key);
}

const lua::Value* __wrap_luaH_getint(lua::HashTable* table, lua_Integer key) {
  if (static_cast<lua_Unsigned>(key) - 1U < table->list_limit) return &table->list[key - 1];
  if ((table->flags & lua::HashTable::kListIsLonger) != 0) return __real_luaH_getint(table, key);
  return integer_in_nodes(*table, key);
}

const lua::Value* __wrap_luaH_get(lua::HashTable* table, const lua::Value* key) {
  if (key->type == lua::kShortText) return text_in(*table, key->content.text);
  if (key->type == lua::kInteger) return __wrap_luaH_getint(table, key->content.integer);
  count_walk(*table, *key);
  return __real_luaH_get(table, key);
}

void __wrap_luaH_set(lua_State* L, lua::HashTable* table, const lua::Value* key,
                     lua::Value* value) {
  __wrap_luaH_finishset(L, table, key, __wrap_luaH_get(table, key), value);
}

void __wrap_luaH_setint(lua_State* L, lua::HashTable* table, lua_Integer key, lua::Value* value) {
  lua::Value number{{nullptr}, lua::kInteger};
  number.content.integer = key;
  __wrap_luaH_finishset(L, table, &number, __wrap_luaH_getint(table, key), value);
}

int __wrap_luaH_next(lua_State* L, lua::HashTable* table, lua::Value* key) {
  const bool in_list = key->type == lua::kInteger &&
                       static_cast<lua_Unsigned>(key->content.integer) - 1U < luaH_realasize(table);
  if (!in_list) count_walk(*table, *key);
  return __real_luaH_next(L, table, key);
}

void* __wrap_luaF_newLclosure(lua_State* L, int shared) {
  if (counted != nullptr && !counted->compiles)
    count_bytes(L, *counted, kClosureBytes + kSharedBytes * static_cast<std::size_t>(shared));
  return __real_luaF_newLclosure(L, shared);
}

/// A function of ours that keeps values: that of pairs().
void* __wrap_luaF_newCclosure(lua_State* L, int kept) {
  if (counted != nullptr && !counted->compiles)
    count_bytes(L, *counted, kClosureBytes + kSharedBytes * static_cast<std::size_t>(kept));
  return __real_luaF_newCclosure(L, kept);
}

}  // extern "C"
}  // namespace fairdeal::rules
// NOLINTEND(bugprone-reserved-identifier,cert-dcl*,readability-identifier-naming)
