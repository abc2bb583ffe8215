#pragma once

#include <cstddef>
#include <cstdint>
#include <lua.hpp>

/// How Lua 5.4.4 lays out its tables and texts (its lobject.h), as far as counted.cc looks at them.
/// Interpreter::load asks for just this release before anything is looked at.
namespace fairdeal::rules::lua {

struct Text {
  void* next;
  std::uint8_t type, marked;
  std::uint8_t extra;
  std::uint8_t short_size;
  unsigned hash;
  union {
    std::size_t long_size;
    Text* same_place;
  } u;
};

union Content {
  void* pointer;
  Text* text;
  lua_Integer integer;
  lua_Number number;
};

struct Value {
  Content content;
  std::uint8_t type;
};

/// A key and its value in the hash part of a table.
struct HashNode {
  Content value;
  std::uint8_t type;
  std::uint8_t key_type;
  int next;  ///< the distance to the next node of the chain; 0: it is the last one
  Content key;

  const Value* as_value() const { return reinterpret_cast<const Value*>(this); }
  bool is_empty() const { return (type & 0x0f) == LUA_TNIL; }
};

struct HashTable {
  void* next;
  std::uint8_t type, marked;
  std::uint8_t flags;
  std::uint8_t log2_nodes;
  unsigned list_limit;  ///< the size of the list part, unless kListIsLonger says it is longer
  Value* list;
  HashNode* nodes;
  HashNode* last_free;  ///< null: `nodes` is one that all tables without a hash part share
  HashTable* metatable;
  void* gray;

  static constexpr std::uint8_t kListIsLonger = 0x80;
  unsigned node_count() const { return 1U << log2_nodes; }
};

// Types with their variants. A value that the collector looks at has kCollected in it.
inline constexpr std::uint8_t kCollected = 0x40;
inline constexpr std::uint8_t kAbsent = 0x20;
inline constexpr std::uint8_t kFalse = LUA_TBOOLEAN;
inline constexpr std::uint8_t kTrue = LUA_TBOOLEAN | 0x10;
inline constexpr std::uint8_t kInteger = LUA_TNUMBER;
inline constexpr std::uint8_t kShortText = LUA_TSTRING | kCollected;
inline constexpr std::uint8_t kLongText = LUA_TSTRING | 0x10 | kCollected;
inline constexpr std::uint8_t kNull = LUA_TLIGHTUSERDATA;

}  // namespace fairdeal::rules::lua
