#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "base/mutex.h"
#include "rules/lua/engine.h"
#include "rules/lua/limits.h"
#include "rules/registry.h"

namespace fairdeal::rules {

/// A game that is written in Lua: what it says of itself, and the functions of its module, which
/// docs/modules.md lists. All its matches in this process use one interpreter, in turn, and any
/// thread may ask it: an answer is a function of the arguments alone.
class Script {
 public:
  /// Takes a script that an engine has loaded; `name` is for messages. Errors: bad_parameters, in
  /// words.
  static Result<std::shared_ptr<Script>> of(const std::string& name, std::string text,
                                            std::unique_ptr<ScriptEngine> engine);
  /// Loads a script into this process. Errors also: too_large.
  static Result<std::shared_ptr<Script>> load(const std::string& name, std::string text);

  const GameInfo& info() const { return info_; }
  const std::string& text() const { return text_; }
  /// Returns whether the program ships this script, so that a person trusts it as the program.
  bool is_shipped() const { return shipped_; }
  Range bounds() const { return bounds_; }
  bool has(const char* function) const { return engine_->members().functions.contains(function); }
  /// Calls a function of the module. `used` counts the instructions of what is asked about one
  /// state. Errors: of start() as ScriptEngine::call; of the others rules, also if `used` is over
  /// kScriptFuelAtOnce. Throws ScriptLost.
  Result<Json> call(const char* function, std::initializer_list<Json> arguments,
                    std::int64_t& used);
  Result<Json> call(const char* function, std::initializer_list<Json> arguments) {
    std::int64_t used = 0;
    return call(function, arguments, used);
  }
  /// Makes several calls at once. They count as if each was made alone, and the first error is
  /// returned. Errors and exceptions: as call().
  Result<std::vector<Json>> call_each(const ScriptCalls& calls, std::int64_t& used);
  /// Makes several calls at once for what is shown, and returns an answer for each. Errors: rules,
  /// also if `used` is over kScriptFuelShown; no_answer (this machine is busy: the same call may
  /// succeed later). Throws nothing.
  std::vector<Result<Json>> call_each_shown(const ScriptCalls& calls, std::int64_t& used);
  /// Notes what went wrong in a function that only shows something. It costs what it would have
  /// shown, and rules test tells of it.
  void note_failure(const std::string& what) {
    const MutexLock lock(noting_);
    if (failure_.empty()) failure_ = what;
  }
  /// Returns the first failure that was noted since the last call; "": there was none.
  std::string take_failure() {
    const MutexLock lock(noting_);
    return std::exchange(failure_, {});
  }
  Result<ScriptPlayouts> playouts(const Json& params, std::size_t seats, std::uint64_t seed,
                                  std::uint64_t count) {
    return engine_->playouts(params, seats, seed, count);
  }

 private:
  Script(std::unique_ptr<ScriptEngine> engine, std::string text)
      : engine_(std::move(engine)), text_(std::move(text)) {}
  Result<> read_info();

  std::unique_ptr<ScriptEngine> engine_;
  std::string text_;
  bool shipped_ = false;
  GameInfo info_;
  Range bounds_{-1, 1};
  Mutex noting_;  ///< guards `failure_`, all that changes here
  std::string failure_;
};

/// Returns the module of a script, for add_module.
Module module_of_script(const std::shared_ptr<Script>& script);

}  // namespace fairdeal::rules
