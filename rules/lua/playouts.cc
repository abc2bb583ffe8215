#include "rules/lua/playouts.h"

#include "rules/lua/budget.h"
#include "rules/lua/freeze.h"
#include "rules/lua/library.h"
#include "rules/lua/values.h"

namespace fairdeal::rules {
namespace {

/// The state of the match that is played, and the module's functions, stand on the stack.
constexpr int kState = 1, kWantsOf = 2, kLegalOf = 3, kAfterOf = 4, kResultOf = 5, kFixed = 5;
constexpr std::uint64_t kEventsMax = 100'000;  ///< of a match; one that has more does not end
constexpr int kDiceShown = 16;
/// After so many matches what they left is collected.
constexpr std::uint64_t kMatchesBetween = 64;

/// One match. Its wants stand above kFixed, at kWant.
class Playout {
 public:
  Playout(lua_State* L, PlayoutRun& run) : L_(L), run_(run) {}

  void play() {
    int quiet = 0;
    for (std::uint64_t events = 0; events < kEventsMax; ++events) {
      lua_settop(L_, kFixed);
      call(kWantsOf, 0);
      luaL_checktype(L_, -1, LUA_TTABLE);
      if (lua_rawgeti(L_, -1, 1) == LUA_TNIL) return count_end();
      luaL_checktype(L_, -1, LUA_TTABLE);
      if (++quiet > kScriptQuietMax) break;
      if (answer()) quiet = 0;
    }
    luaL_error(L_, "a match does not end");
  }

 private:
  static constexpr int kWant = kFixed + 2;

  /// Calls a function with the state, and with `more` values that are on the stack.
  void call(int function, int more) {
    ScriptBudget& budget = ScriptBudget::of(L_);
    budget.fuel = kScriptFuelMax;
    budget.taken = 0;
    begin_counting(L_);
    lua_pushvalue(L_, function);
    lua_insert(L_, -1 - more);
    lua_pushvalue(L_, kState);
    lua_insert(L_, -1 - more);
    lua_call(L_, 1 + more, 1);
    end_counting(budget);
  }

  std::string_view text_of_want(const char* name) {
    lua_getfield(L_, kWant, name);
    const char* const text = lua_type(L_, -1) == LUA_TSTRING ? lua_tostring(L_, -1) : "";
    lua_pop(L_, 1);  // the want keeps the text
    return text;
  }
  lua_Integer number_of(int table, const char* name) {
    lua_getfield(L_, table, name);
    const lua_Integer number = lua_tointeger(L_, -1);
    lua_pop(L_, 1);
    return number;
  }
  void set(const char* name, lua_Integer number) {
    lua_pushinteger(L_, number);
    lua_setfield(L_, -2, name);
  }
  /// Puts a member of the want into the event on the top of the stack.
  void copy(const char* name) {
    lua_getfield(L_, kWant, name);
    lua_setfield(L_, -2, name);
  }
  void begin_event(const char* type) {
    lua_createtable(L_, 0, 4);
    lua_pushstring(L_, type);
    lua_setfield(L_, -2, "type");
  }

  /// Answers a want. Returns whether it was a move.
  bool answer() {
    const std::string_view type = text_of_want("type");
    if (type == "move") return answer_move(), true;
    if (type == "shuffle") return answer_shuffle(), false;
    if (type == "deal") {
      begin_event("dealt");
      copy("slot");
      copy("to");
    } else if (type == "show") {
      const lua_Integer slot = slot_at(number_of(kWant, "slot"));
      begin_event("shown");
      set("slot", slot);
      set("face", run_.faces[static_cast<std::size_t>(slot)]);
    } else if (type == "roll") {
      begin_event("rolled");
      push_rolled();
      lua_setfield(L_, -2, "values");
    } else {
      luaL_error(L_, "playouts cannot answer a want of type %s", type.data());
    }
    happen();
    return false;
  }

  /// Makes the event on the top of the stack happen.
  void happen() {
    call(kAfterOf, 1);
    lua_replace(L_, kState);
  }

  /// Pushes a random move of the seat.
  void push_move(lua_Integer seat) {
    lua_pushinteger(L_, seat);
    call(kLegalOf, 1);
    luaL_checktype(L_, -1, LUA_TTABLE);
    push_contents(L_, -1);
    const auto moves = static_cast<std::uint64_t>(border_of(L_, -1));
    if (moves == 0) luaL_error(L_, "a seat that is asked has no move");
    lua_rawgeti(L_, -1, 1 + static_cast<lua_Integer>(run_.rng.below(moves)));
    lua_replace(L_, -3);
    lua_pop(L_, 1);
    ++run_.played.moves;
  }

  void answer_move() {
    lua_getfield(L_, kWant, "seats");
    luaL_checktype(L_, -1, LUA_TTABLE);
    push_contents(L_, -1);
    const int seats = lua_gettop(L_);
    const auto count = static_cast<lua_Integer>(static_cast<std::uint64_t>(border_of(L_, seats)));
    if (count == 1) {
      lua_rawgeti(L_, seats, 1);
      const lua_Integer seat = lua_tointeger(L_, -1);
      begin_event("moved");
      set("seat", seat);
      push_move(seat);
      lua_setfield(L_, -2, "move");
      return happen();
    }
    begin_event("moved_together");
    lua_createtable(L_, static_cast<int>(count), 0);
    for (lua_Integer i = 1; i <= count; ++i) {
      lua_rawgeti(L_, seats, i);
      const lua_Integer seat = lua_tointeger(L_, -1);
      lua_pop(L_, 1);
      lua_createtable(L_, 0, 2);
      set("seat", seat);
      push_move(seat);
      lua_setfield(L_, -2, "move");
      lua_rawseti(L_, -2, i);
    }
    lua_setfield(L_, -2, "moves");
    happen();
  }

  lua_Integer slot_at(lua_Integer slot) {
    if (slot < 0 || slot >= static_cast<lua_Integer>(PlayoutRun::kSlotsMax))
      luaL_error(L_, "there is no slot %I", static_cast<LUAI_UACINT>(slot));
    return slot;
  }

  /// Lays the new faces out, or the faces that lie there, and exchanges them at random.
  void answer_shuffle() {
    lua_getfield(L_, kWant, "slots");
    push_contents(L_, -1);
    const int slots = lua_gettop(L_);
    lua_getfield(L_, kWant, "faces");
    const bool is_new = lua_istable(L_, -1);
    if (is_new) push_contents(L_, -1);
    const int faces = lua_gettop(L_);
    const auto count = static_cast<std::uint64_t>(border_of(L_, slots));
    const auto face_at = [&](std::uint64_t i) -> lua_Integer& {
      lua_rawgeti(L_, slots, static_cast<lua_Integer>(i) + 1);
      const lua_Integer slot = slot_at(lua_tointeger(L_, -1));
      lua_pop(L_, 1);
      return run_.faces[static_cast<std::size_t>(slot)];
    };
    for (std::uint64_t i = 0; is_new && i < count; ++i) {
      lua_rawgeti(L_, faces, static_cast<lua_Integer>(i) + 1);
      face_at(i) = lua_tointeger(L_, -1);
      lua_pop(L_, 1);
    }
    for (std::uint64_t i = count; i > 1; --i) std::swap(face_at(i - 1), face_at(run_.rng.below(i)));
    begin_event("shuffled");
    copy("slots");
    happen();
  }

  void push_rolled() {
    lua_getfield(L_, kWant, "dice");
    luaL_checktype(L_, -1, LUA_TTABLE);
    push_contents(L_, -1);
    const int dice = lua_gettop(L_);
    const auto count = std::min<lua_Integer>(
        kDiceShown, static_cast<lua_Integer>(static_cast<std::uint64_t>(border_of(L_, dice))));
    lua_createtable(L_, static_cast<int>(count), 0);
    for (lua_Integer i = 1; i <= count; ++i) {
      lua_rawgeti(L_, dice, i);
      luaL_checktype(L_, -1, LUA_TTABLE);
      const lua_Integer min = number_of(lua_gettop(L_), "min"),
                        max = number_of(lua_gettop(L_), "max");
      lua_pop(L_, 1);
      const auto sides = static_cast<std::uint64_t>(std::max<lua_Integer>(1, max - min + 1));
      lua_pushinteger(L_, min + static_cast<lua_Integer>(run_.rng.below(sides)));
      lua_rawseti(L_, -2, i);
    }
    lua_replace(L_, dice - 1);
    lua_settop(L_, dice - 1);
  }

  /// Adds the results to the digest of all ends, in the manner of FNV-1a.
  void count_end() {
    call(kResultOf, 0);
    luaL_checktype(L_, -1, LUA_TTABLE);
    push_contents(L_, -1);
    for (std::size_t seat = 1; seat <= run_.seats; ++seat) {
      lua_rawgeti(L_, -1, static_cast<lua_Integer>(seat));
      const auto result = static_cast<std::uint64_t>(luaL_checkinteger(L_, -1));
      run_.played.ends = (run_.played.ends ^ result) * 0x100000001b3;
      lua_pop(L_, 1);
    }
    ++run_.played.matches;
  }

  lua_State* const L_;
  PlayoutRun& run_;
};

}  // namespace

void play_out(lua_State* L, PlayoutRun& run, PushScriptFunction push_function) {
  luaL_checkstack(L, 40, nullptr);
  while (run.played.matches < run.count) {
    lua_settop(L, 0);
    lua_pushnil(L);
    for (const char* name : {"wants", "legal", "after", "result"}) push_function(L, name);
    push_function(L, "start");
    ScriptBudget& budget = ScriptBudget::of(L);
    budget.fuel = kScriptFuelMax;
    budget.taken = 0;
    begin_counting(L);
    push_json(L, *run.params);
    lua_pushinteger(L, static_cast<lua_Integer>(run.seats));
    lua_call(L, 2, 1);
    end_counting(budget);
    lua_replace(L, kState);
    Playout(L, run).play();
    if (run.played.matches % kMatchesBetween != 0) continue;
    lua_settop(L, 0);
    lua_gc(L, LUA_GCCOLLECT);
  }
}

}  // namespace fairdeal::rules
