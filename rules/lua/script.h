#pragma once

#include <memory>

#include "rules/lua/interpreter.h"
#include "rules/registry.h"

namespace fairdeal::rules {

/// A game that is written in Lua: what it says of itself, and the functions of its module, which
/// docs/modules.md lists. All its matches in this process use one interpreter, in turn.
class Script {
 public:
  /// Reads a script. `name` is for messages. Errors: bad_parameters, in words; too_large.
  static Result<std::shared_ptr<Script>> load(const std::string& name, std::string text);

  const GameInfo& info() const { return info_; }
  const std::string& text() const { return text_; }
  Range bounds() const { return bounds_; }
  bool has(const char* function) const { return interpreter_->has(function); }
  /// Calls a function of the module. Errors: as Interpreter::call, with the script's name.
  Result<Json> call(const char* function, std::initializer_list<Json> arguments);

 private:
  Script(std::unique_ptr<Interpreter> interpreter, std::string text)
      : interpreter_(std::move(interpreter)), text_(std::move(text)) {}
  Result<> read_info();

  std::unique_ptr<Interpreter> interpreter_;
  std::string text_;
  GameInfo info_;
  Range bounds_{-1, 1};
};

/// Returns the module of a script, for add_module.
Module module_of_script(std::shared_ptr<Script> script);

}  // namespace fairdeal::rules
