#pragma once

#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "rules/lua/engine.h"
#include "rules/registry.h"

namespace fairdeal::rules {

/// A game that is written in Lua: what it says of itself, and the functions of its module, which
/// docs/modules.md lists. All its matches in this process use one interpreter, in turn.
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
  Range bounds() const { return bounds_; }
  bool has(const char* function) const {
    return engine_->members().functions.contains(function) && !given_up_.contains(function);
  }
  /// Calls a function of the module. Errors: of start() as ScriptEngine::call; of the others rules,
  /// also if the functions since begin() took more than kScriptFuelAtOnce instructions in all.
  Result<Json> call(const char* function, std::initializer_list<Json> arguments);
  /// Calls a function for what is shown. If the script is lost over it, it is never called again,
  /// and the program goes on. Errors: rules.
  Result<Json> call_shown(const char* function, std::initializer_list<Json> arguments);
  /// Begins to count the instructions of what is asked about one state.
  void begin() { fuel_used_ = 0; }
  /// Notes what went wrong in a function that only shows something. It costs what it would have
  /// shown, and rules test tells of it.
  void note_failure(const std::string& what) {
    if (failure_.empty()) failure_ = what;
  }
  /// Returns the first failure that was noted since the last call; "": there was none.
  std::string take_failure() { return std::exchange(failure_, {}); }
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
  GameInfo info_;
  Range bounds_{-1, 1};
  std::int64_t fuel_used_ = 0;
  std::string failure_;
  std::set<std::string> given_up_;  ///< functions for what is shown
};

/// Returns the module of a script, for add_module.
Module module_of_script(std::shared_ptr<Script> script);

}  // namespace fairdeal::rules
