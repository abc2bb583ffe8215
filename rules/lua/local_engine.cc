#include <algorithm>
#include <array>

#include "base/mutex.h"
#include "rules/json_full.h"
#include "rules/lua/engine.h"
#include "rules/lua/interpreter.h"

namespace fairdeal::rules {
namespace {

/// The members of a module that are values.
constexpr std::array kScriptValues = {
    "name",   "version",      "about", "seats", "roles",          "params", "zero_sum", "hidden",
    "chance", "simultaneous", "shelf", "hint",  "left_to_people", "bounds", "rules",    "secrets"};
/// Those that are functions; the first four must be there.
constexpr std::array kScriptFunctions = {
    "start", "wants",   "after",      "result",    "legal",    "scores",  "range",
    "label", "obvious", "news",       "done",      "foresees", "without", "view",
    "draw",  "bot",     "laws",       "face_name", "words",    "missed",  "spent",
    "facts", "pause",   "trick_play", "careful",   "resigned", "scene"};
constexpr std::size_t kScriptFunctionsNeeded = 4;

/// Those that pieces() takes.
constexpr std::array kScriptPieces = {"pieces", "over", "turn", "set_turn", "seats_of"};

/// Refuses a member that nobody asks for, such as `simultanous`.
Result<> check_members(const Interpreter& interpreter) {
  for (const std::string& name : interpreter.members()) {
    const auto is_it = [&](const char* known) { return name == known; };
    if (!std::ranges::any_of(kScriptValues, is_it) &&
        !std::ranges::any_of(kScriptFunctions, is_it) && !std::ranges::any_of(kScriptPieces, is_it))
      return fail(Fault::bad_parameters, "a module has no member '" + name.substr(0, 40) +
                                             "': docs/modules.md lists them");
  }
  return {};
}

Result<ScriptMembers> read_members(Interpreter& interpreter) {
  FD_TRY(check_members(interpreter));
  ScriptMembers members{Json::object(), {}};
  for (const char* key : kScriptValues) {
    FD_TRY(Json value, interpreter.value(key));
    if (!value.is_null()) members.values[key] = std::move(value);
  }
  for (const char* function : kScriptFunctions)
    if (interpreter.has(function)) members.functions.insert(function);
  for (std::size_t i = 0; i < kScriptFunctionsNeeded; ++i)
    if (!members.functions.contains(kScriptFunctions[i]))
      return fail(Fault::bad_parameters,
                  std::string("the module has no function ") + kScriptFunctions[i]);
  return members;
}

class LocalEngine final : public ScriptEngine {
 public:
  LocalEngine(std::unique_ptr<Interpreter> interpreter, ScriptMembers members)
      : interpreter_(std::move(interpreter)), members_(std::move(members)) {}

  const ScriptMembers& members() const override { return members_; }
  Result<Json> call(const std::string& function, std::span<const Json> arguments,
                    std::int64_t& fuel) override {
    const MutexLock lock(calling_);
    auto value = interpreter_->call(function.c_str(), arguments);
    fuel = interpreter_->fuel_used();
    return value;
  }
  Result<ScriptPlayouts> playouts(const Json& params, std::size_t seats, std::uint64_t seed,
                                  std::uint64_t count) override {
    const MutexLock lock(calling_);
    return interpreter_->playouts(params, seats, seed, count);
  }

 private:
  Mutex calling_;  ///< held during a call, for Lua has one stack
  std::unique_ptr<Interpreter> interpreter_;
  ScriptMembers members_;
};

}  // namespace

std::vector<ScriptAnswered> ScriptEngine::call_each(const ScriptCalls& calls, std::size_t first,
                                                    std::int64_t fuel_max) {
  std::vector<ScriptAnswered> answers;
  std::vector<Json> arguments = calls.arguments;
  std::int64_t used = 0;
  for (std::size_t i = first; i < calls.varied.size() && used <= fuel_max; ++i) {
    arguments[calls.place] = calls.varied[i];
    std::int64_t fuel = 0;
    auto value = call(calls.function, arguments, fuel);
    answers.push_back({std::move(value), fuel});
    used += fuel;
  }
  return answers;
}

Result<std::unique_ptr<ScriptEngine>> local_engine(const std::string& name, std::string_view text) {
  FD_TRY(auto interpreter, Interpreter::load(name, text));
  auto members = read_members(*interpreter);
  if (!members) return fail(members.error().fault, name + ": " + members.error().about);
  return std::make_unique<LocalEngine>(std::move(interpreter), *std::move(members));
}

}  // namespace fairdeal::rules
