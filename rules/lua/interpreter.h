#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/json.h"
#include "rules/lua/engine.h"
#include "rules/script_interpreter.h"

namespace fairdeal::rules {

/// Checks what the library of Lua that is loaded says of itself. Errors: bad_parameters, with both
/// releases.
Result<> check_lua(std::string_view ident);

/// A Lua 5.4 interpreter with the text of one game in it: a chunk that returns a table of functions
/// and values, the module. The text comes from a stranger, so it has no more than it needs:
///
///   reach      the base, string, table and math functions of library.cc, and nothing else: no
///              files, clock, randomness, bytecode, coroutines, metatables, or catching of errors
///   time       kScriptFuelMax instructions a call; functions of ours count as what they do
///   memory     kScriptTakenMax bytes a call, and strings of at most kScriptStringMax
///   keeping    what the text made when it was loaded can only be read in calls, so a call's result
///              depends on its arguments alone
///
/// Errors: bad_parameters, with the script's name, the line and the function that was called. After
/// an error the interpreter is as it was before the call.
class Interpreter {
 public:
  /// Loads a script. Errors also: too_large; bad_parameters if the interpreter of this machine does
  /// not count as all do (known_answers.h).
  static Result<std::unique_ptr<Interpreter>> load(std::string name, std::string_view text);
  /// Loads one without asking whether the interpreter counts as all do.
  static Result<std::unique_ptr<Interpreter>> load_unasked(const std::string& name,
                                                           std::string_view text);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  /// Returns whether the module has a function of this name.
  bool has(const char* function) const;
  /// Returns the names of all members of the module that are texts.
  std::vector<std::string> members() const;
  /// Returns a value of the module that is no function; null if it has none.
  Result<Json> value(const char* key);
  /// Calls a function of the module. Requires: it is there.
  Result<Json> call(const char* function, std::span<const Json> arguments);
  /// Plays matches with random moves. Requires: the module has the functions that all have. Errors:
  /// bad_parameters.
  Result<ScriptPlayouts> playouts(const Json& params, std::size_t seats, std::uint64_t seed,
                                  std::uint64_t count);
  /// Returns how many instructions the last call took.
  std::int64_t fuel_used() const;

 private:
  struct State;
  explicit Interpreter(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace fairdeal::rules
