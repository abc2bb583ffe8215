#pragma once

#include <array>
#include <lua.hpp>

#include "base/seeded_rng.h"
#include "rules/lua/engine.h"

namespace fairdeal::rules {

/// Matches of random moves that are played within the interpreter, so that no state is ever turned
/// into JSON. A trusted dealer answers what is not a move.
struct PlayoutRun {
  static constexpr std::size_t kSlotsMax = 512;

  const Json* params;  ///< of the matches
  std::size_t seats;
  std::uint64_t count;  ///< how many matches are to be played
  SeededRng rng;
  ScriptPlayouts played{};
  std::array<lua_Integer, kSlotsMax> faces{};  ///< of the cards that lie, by their slots
};

/// Pushes the function of the module with this name.
using PushScriptFunction = int (*)(lua_State* L, const char* name);

/// Plays them. It raises errors of Lua, and `run` keeps all that has a destructor.
void play_out(lua_State* L, PlayoutRun& run, PushScriptFunction push_function);

}  // namespace fairdeal::rules
