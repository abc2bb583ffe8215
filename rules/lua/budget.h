#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <lua.hpp>
#include <vector>

#include "rules/lua/limits.h"

namespace fairdeal::rules {

inline constexpr const char* kFuelUsedUp = "it takes more than 1,000,000 instructions";

/// Counts the different short texts of a call by their hashes. Lua finds a short text by going
/// through all that have the same place in its table of texts, and a script can choose texts with
/// one hash.
class TextCounts {
 public:
  /// Notes that a call made, or named, a text. Returns how many different texts of this call, and
  /// of the loading of the script, may stand in its way.
  std::uint32_t note(const void* text, std::uint32_t hash);
  /// Begins a call.
  void begin();
  /// Counts all texts so far for every later call: the script may keep them.
  void keep();
  /// Returns the greatest count of this call.
  std::uint32_t most() const { return most_; }

 private:
  static constexpr std::size_t kPlaces = 4'096;

  bool is_new(const void* text);
  bool insert(const void* text);

  std::array<std::uint32_t, kPlaces> counts_{};
  std::vector<std::uint16_t> touched_;  ///< the places that this call counted
  std::vector<const void*> seen_;       ///< an open hash table
  std::size_t seen_count_ = 0;
  std::uint32_t most_ = 0;
};

/// The instructions and bytes that a call may still take. Both are counted by a model
/// (docs/modules.md#the-count), which is the same on all machines, and not by what Lua or an
/// allocator takes. Only files of rules/lua include this.
struct ScriptBudget {
  bool limited = false;   ///< while our own code runs between calls, nothing is refused
  bool compiles = false;  ///< the text is being read
  std::int64_t fuel = 0;
  std::size_t taken = 0;       ///< bytes of the model that this call took in all
  const char* over = nullptr;  ///< what was used up, in words
  bool hurried = false;        ///< the next instruction looks at the fuel
  bool no_memory = false;      ///< this machine had no memory, whatever the model says
  lua_State* state = nullptr;
  TextCounts texts;

  static ScriptBudget& of(lua_State* L) {
    return **static_cast<ScriptBudget**>(lua_getextraspace(L));
  }
};

/// Begins to count what the script of `L` takes, in this thread; ends it.
void begin_counting(lua_State* L);
void end_counting(ScriptBudget& budget);

/// While it lives, long look-ups in tables count as instructions, but nothing raises an error.
class CountedLookups {
 public:
  explicit CountedLookups(lua_State* L);
  ~CountedLookups();
  CountedLookups(const CountedLookups&) = delete;
  CountedLookups& operator=(const CountedLookups&) = delete;

 private:
  ScriptBudget* before_;
};

/// Counts `steps` as instructions; raises an error if there are none left.
void charge(lua_State* L, std::size_t steps);
/// Counts `steps` as instructions. Returns whether there were as many; raises no error.
bool spend(lua_State* L, std::size_t steps);

/// Lua's allocator; `budget` is a ScriptBudget. It counts nothing: counted.cc does.
void* allocate_for_script(void* budget, void* block, std::size_t old_size, std::size_t size);

}  // namespace fairdeal::rules
