#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "rules/json_full.h"
#include "rules/script_lost.h"

namespace fairdeal::rules {

/// The description of a script that is loaded: the members of its module that are values, and
/// the names of those that are functions.
struct ScriptMembers {
  Json values;
  std::set<std::string> functions;
};

/// The results of random matches: how many there were, how many moves they had in all, and a digest
/// of how each of them ended.
struct ScriptPlayouts {
  std::uint64_t matches = 0;
  std::uint64_t moves = 0;
  std::uint64_t ends = 0;
};

/// Calls of one function that differ in one argument, such as the labels of all moves.
struct ScriptCalls {
  std::string function;
  std::vector<Json> arguments;  ///< of each call; that at `place` is put in
  std::size_t place = 0;
  std::vector<Json> varied;  ///< the arguments at `place`, one a call
};

/// The answer to a call, and the instructions that it took.
struct ScriptAnswered {
  Result<Json> value;
  std::int64_t fuel = 0;
};

/// Calls the functions of one script: in this process (local_engine), or in one that has nothing
/// (ui/sandbox/script_client.h). Whatever the script does, it returns. Any thread may call it:
/// calls take turns, so that none sees another's bytes.
class ScriptEngine {
 public:
  ScriptEngine() = default;
  ScriptEngine(const ScriptEngine&) = delete;
  ScriptEngine& operator=(const ScriptEngine&) = delete;
  virtual ~ScriptEngine() = default;

  virtual const ScriptMembers& members() const = 0;
  /// Calls a function of the module, and returns its value. `fuel` gets the instructions that it
  /// took. Requires: the module has the function. Errors: bad_parameters, with the script's name,
  /// the line and the function.
  virtual Result<Json> call(const std::string& function, std::span<const Json> arguments,
                            std::int64_t& fuel) = 0;
  /// Makes calls from the one at `first` on, in order; a failure ends none of those that follow.
  /// Returns at least one answer. It returns fewer than were asked for if these took more than
  /// `fuel_max` instructions, or have many bytes. Requires and errors: as call().
  virtual std::vector<ScriptAnswered> call_each(const ScriptCalls& calls, std::size_t first,
                                                std::int64_t fuel_max);
  /// Makes calls for what is shown. It waits neither for call() nor long: a drawing is worth less
  /// than a step. Errors also: no_answer (nothing came back in time).
  virtual std::vector<ScriptAnswered> call_each_shown(const ScriptCalls& calls, std::size_t first,
                                                      std::int64_t fuel_max) {
    return call_each(calls, first, fuel_max);
  }
  /// Plays matches with random moves from `seed`. Errors: as call().
  virtual Result<ScriptPlayouts> playouts(const Json& params, std::size_t seats, std::uint64_t seed,
                                          std::uint64_t count) = 0;
};

/// Loads a script into an interpreter of this process. Errors: bad_parameters, in words; too_large.
Result<std::unique_ptr<ScriptEngine>> local_engine(const std::string& name, std::string_view text);

}  // namespace fairdeal::rules
