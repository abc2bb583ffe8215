#include "rules/lua/interpreter.h"

#include <algorithm>

#include "rules/json_full.h"
#include "rules/lua/budget.h"
#include "rules/lua/freeze.h"
#include "rules/lua/known_answers.h"
#include "rules/lua/library.h"
#include "rules/lua/plain_text.h"
#include "rules/lua/playouts.h"
#include "rules/lua/source.h"
#include "rules/lua/values.h"

namespace fairdeal::rules {
namespace {

/// Instructions that it counts to look whether a call changed a variable.
constexpr std::int64_t kKeptCheckFuel = 4;

/// The address of this is the module's key in the registry.
constexpr char kModule = 0;

void count_fuel(lua_State* L, lua_Debug*) {
  ScriptBudget& budget = ScriptBudget::of(L);
  budget.fuel -= kScriptFuelStep;
  if (budget.fuel > 0 || !budget.limited) return;
  budget.over = kFuelUsedUp;
  luaL_where(L, 0);
  lua_error(L);
}

struct ScriptText {
  const std::string& name;
  std::string_view text;
  std::size_t kept = 0;  ///< gets the bytes that are kept for calls
};

/// Runs the text, freezes what it made, and puts the module into the registry.
int load_module(lua_State* L) {
  auto& script = *static_cast<ScriptText*>(lua_touserdata(L, 1));
  lua_settop(L, 0);
  lua_newtable(L);
  add_library(L);
  ScriptBudget& budget = ScriptBudget::of(L);
  budget.compiles = true;
  begin_counting(L);
  if (luaL_loadbufferx(L, script.text.data(), script.text.size(), script.name.c_str(), "t") !=
      LUA_OK)
    return lua_error(L);
  lua_pushvalue(L, 1);
  lua_setupvalue(L, 2, 1);  // what the text sees as its globals
  budget.compiles = false;
  lua_call(L, push_hidden_functions(L), 1);
  end_counting(budget);
  budget.texts.keep();
  if (!lua_istable(L, 2)) return luaL_error(L, "%s returns no table", script.name.c_str() + 1);
  lua_pushvalue(L, 2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &kModule);
  script.kept = freeze(L);
  return 0;
}

/// Pushes a value of the module.
int push_member(lua_State* L, const char* name) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kModule);
  push_contents(L, -1);
  lua_remove(L, -2);
  // The name is there already, or the module has no such value; a new string might have no room.
  lua_pushstring(L, name);
  const int type = lua_rawget(L, -2);
  lua_remove(L, -2);
  return type;
}

struct ScriptCall {
  const char* function;
  std::span<const Json> arguments;
};

int call_function(lua_State* L) {
  const auto& call = *static_cast<const ScriptCall*>(lua_touserdata(L, 1));
  lua_settop(L, 0);
  push_member(L, call.function);
  begin_counting(L);
  for (const Json& argument : call.arguments) {
    if (argument.is_null())
      lua_pushnil(L);  // nothing is there, as for a seat that is nobody's
    else
      push_json(L, argument);
  }
  lua_call(L, static_cast<int>(call.arguments.size()), 1);
  return 1;
}

int play_matches(lua_State* L) {
  auto& run = *static_cast<PlayoutRun*>(lua_touserdata(L, 1));
  play_out(L, run, &push_member);
  return 0;
}

}  // namespace

struct Interpreter::State {
  State() : L(lua_newstate(&allocate_for_script, &budget)) {
    if (L == nullptr) throw std::bad_alloc();
    *static_cast<ScriptBudget**>(lua_getextraspace(L)) = &budget;
    lua_gc(L, LUA_GCSTOP);
    lua_checkstack(L, kScriptStack);
  }
  ~State() { lua_close(L); }
  State(const State&) = delete;

  /// Runs a function of ours with one argument, whose result is then on the stack. Returns what is
  /// wrong.
  std::string run(lua_CFunction function, void* argument) {
    lua_settop(L, 0);
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, argument);
    budget.fuel = kScriptFuelMax;
    budget.taken = 0;
    budget.over = nullptr;
    budget.hurried = false;
    budget.texts.begin();
    lua_sethook(L, &count_fuel, LUA_MASKCOUNT, kScriptFuelStep);
    const int failed = lua_pcall(L, 1, 1, 0);
    end_counting(budget);
    budget.compiles = false;
    if (budget.no_memory) throw ScriptLost("This machine has too little memory for the script.");
    garbage += budget.taken;
    garbage_texts += budget.texts.most();
    if (failed == LUA_OK && budget.fuel < 0) return kFuelUsedUp;
    return failed == LUA_OK ? "" : message();
  }

  std::string message() const {
    std::size_t size = 0;
    const char* const said = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &size) : nullptr;
    std::string text =
        said == nullptr ? "it raises an error without words" : std::string(said, size);
    if (budget.over != nullptr) text = (text.ends_with(": ") ? text : "") + budget.over;
    return plain_text(text, kScriptMessageMax, false);
  }

  /// Brings Lua's memory to where every call begins: without garbage, and with a stack of one size,
  /// so that the depth of calls within one another that it has room for is always the same.
  void collect() {
    lua_settop(L, 0);
    lua_gc(L, LUA_GCCOLLECT);
    lua_checkstack(L, kScriptStack);
    garbage = garbage_texts = 0;
  }
  void collect_if_much() {
    if (garbage > kScriptGarbageMax || garbage_texts > kScriptGarbageTextsMax) collect();
  }

  ScriptBudget budget;
  lua_State* const L;
  std::size_t garbage = 0, garbage_texts = 0;
};

Interpreter::Interpreter(std::unique_ptr<State> state) : state_(std::move(state)) {}
Interpreter::~Interpreter() = default;

Result<> check_lua(std::string_view ident) {
  const auto begin = std::min(ident.find("Lua "), ident.size());
  const std::string release(ident.substr(begin, ident.find(' ', begin + 4) - begin));
  if (release == kScriptLua) return {};
  return fail(Fault::bad_parameters,
              "scripts are run by " + std::string(kScriptLua) +
                  ", so that all peers count their instructions alike; this machine has " +
                  (release.empty() ? "another" : release));
}

Result<std::unique_ptr<Interpreter>> Interpreter::load(std::string name, std::string_view text) {
  FD_TRY(check_lua(static_cast<const char*>(lua_ident)));
  static const std::string wrong = wrong_answer(true);
  if (!wrong.empty())
    return fail(
        Fault::bad_parameters,
        "scripts cannot be run here: this program does not count as all peers do (" + wrong + ")");
  return load_unasked(std::move(name), text);
}

Result<std::unique_ptr<Interpreter>> Interpreter::load_unasked(const std::string& name,
                                                               std::string_view text) {
  FD_TRY(const std::string source, script_source(name, text));
  auto state = std::make_unique<State>();
  const std::string chunk = "=" + name;  // Lua's messages begin with what follows the =
  ScriptText script{.name = chunk, .text = source};
  if (const std::string wrong = state->run(&load_module, &script); !wrong.empty())
    return fail(Fault::bad_parameters, wrong.starts_with(name) ? wrong : name + ": " + wrong);
  state->collect();
  if (script.kept > kScriptKeptMax || count_kept(state->L) > kScriptKeptVariablesMax)
    return fail(Fault::bad_parameters,
                name + ": it keeps more than 2 MB or 1,000 variables from when it was loaded");
  return std::unique_ptr<Interpreter>(new Interpreter(std::move(state)));
}

bool Interpreter::has(const char* function) const {
  lua_settop(state_->L, 0);
  return push_member(state_->L, function) == LUA_TFUNCTION;
}

std::vector<std::string> Interpreter::members() const {
  lua_State* const L = state_->L;
  lua_settop(L, 0);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kModule);
  push_contents(L, -1);
  std::vector<std::string> names;
  for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1))
    if (lua_type(L, -2) == LUA_TSTRING) names.emplace_back(lua_tostring(L, -2));
  lua_settop(L, 0);
  std::ranges::sort(names);
  return names;
}

Result<Json> Interpreter::value(const char* key) {
  lua_settop(state_->L, 0);
  if (push_member(state_->L, key) == LUA_TFUNCTION) return Json();
  state_->budget.fuel = kScriptFuelMax;
  auto value = json_at(state_->L, -1);
  if (!value) return fail(Fault::bad_parameters, std::string(key) + ": " + value.error().about);
  return value;
}

Result<Json> Interpreter::call(const char* function, std::span<const Json> arguments) {
  ScriptCall call{function, arguments};
  const std::string wrong = state_->run(&call_function, &call);
  const auto fault = [&](const std::string& what) {
    return fail(Fault::bad_parameters, "in " + std::string(function) + "(): " + what);
  };
  auto result = wrong.empty() ? json_at(state_->L, -1) : fault(wrong);
  const char* const kept = check_kept(state_->L);
  state_->budget.fuel -= kKeptCheckFuel * static_cast<std::int64_t>(count_kept(state_->L));
  lua_settop(state_->L, 0);
  state_->collect_if_much();
  if (!wrong.empty()) return result;
  if (kept != nullptr) return fault("'" + std::string(kept) + "' keeps a value for the next call");
  if (!result) return fault("what it returns: " + result.error().about);
  return result;
}

Result<ScriptPlayouts> Interpreter::playouts(const Json& params, std::size_t seats,
                                             std::uint64_t seed, std::uint64_t count) {
  PlayoutRun run{.params = &params, .seats = seats, .count = count, .rng = SeededRng(seed)};
  const std::string wrong = state_->run(&play_matches, &run);
  const char* const kept = check_kept(state_->L);
  state_->collect();
  if (!wrong.empty()) return fail(Fault::bad_parameters, "in a random match: " + wrong);
  if (kept != nullptr)
    return fail(Fault::bad_parameters,
                "'" + std::string(kept) + "' keeps a value for the next call");
  return run.played;
}

std::int64_t Interpreter::fuel_used() const { return kScriptFuelMax - state_->budget.fuel; }

}  // namespace fairdeal::rules
