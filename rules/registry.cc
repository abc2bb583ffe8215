#include "rules/registry.h"

#include <algorithm>
#include <list>
#include <map>

#include "base/check.h"
#include "base/edit_distance.h"
#include "base/mutex.h"
#include "rules/json_full.h"
#include "rules/params.h"

namespace fairdeal::rules {

namespace {

/// A list, so that a module stays where it is.
std::list<Module>& added_modules() {
  static std::list<Module> added;
  return added;
}

/// Guards what is added and what is loaded: the lobby reads transcripts in a thread of its own.
Mutex& adding() {
  static Mutex mutex;
  return mutex;
}

ScriptHost& host_of_scripts() {
  static ScriptHost host;
  return host;
}

/// Loads a script of the folder.
Result<Module> load_of_folder(const ScriptOfFolder& script) {
  const std::string name(script.name);
  FD_TRY(auto module, host_of_scripts().load(name + ".lua", std::string(script.text)));
  if (module.info().name != name)
    return fail(Fault::bad_parameters, name + ".lua, which was built in, calls its game '" +
                                           module.info().name + "': the file has to be called so");
  for (const Module& there : modules())
    if (there.info().name == name)
      return fail(Fault::bad_parameters, "there is a game '" + name + "' already");
  return module;
}

/// Returns the game of a script of the folder, which is loaded the first time. None: there is no
/// such script, or this program runs no scripts.
std::optional<Result<const Module*>> module_of_folder(std::string_view name) {
  static std::map<std::string_view, Result<Module>> loaded;  // a map, so that a module stays there
  const auto scripts = scripts_of_folder();
  const auto script = std::ranges::find(scripts, name, &ScriptOfFolder::name);
  if (script == scripts.end() || !host_of_scripts().load) return {};
  const MutexLock lock(adding());
  auto found = loaded.find(name);
  if (found == loaded.end()) found = loaded.emplace(script->name, load_of_folder(*script)).first;
  if (!found->second) return fail(found->second.error());
  return &*found->second;
}

}  // namespace

bool is_shipped(std::string_view script) {
  return std::ranges::any_of(scripts_of_folder(),
                             [&](const ScriptOfFolder& one) { return one.text == script; });
}

std::vector<const Module*> script_modules(std::vector<std::string>* failed) {
  std::vector<const Module*> all;
  for (const ScriptOfFolder& script : scripts_of_folder()) {
    const auto module = module_of_folder(script.name);
    if (!module) continue;
    if (*module)
      all.push_back(**module);
    else if (failed != nullptr)
      failed->push_back(module->error().about);
  }
  return all;
}

Result<const Module*> add_module(Module module) {
  const std::string name = module.info().name;
  const MutexLock lock(adding());
  for (const Module& there : modules())
    if (there.info().name == name)
      return fail(Fault::bad_parameters, "there is a game '" + name + "' already");
  for (const Module& there : added_modules())
    if (there.info().name == name && there.script == module.script) {
      if (!there.script.empty()) return &there;
      return fail(Fault::bad_parameters, "there is a game '" + name + "' already");
    }
  added_modules().push_front(std::move(module));
  return &added_modules().front();
}

void use_scripts(ScriptHost host) { host_of_scripts() = std::move(host); }
const ScriptHost& script_host() { return host_of_scripts(); }

Result<const Module*> add_script(const std::string& name, const std::string& text) {
  if (!script_host().load)
    return fail(Fault::unknown_module, name + ", which is a script: this program runs none");
  FD_TRY(auto module, script_host().load(name, text));
  return add_module(std::move(module));
}

std::vector<const Module*> modules_called(std::string_view name) {
  std::vector<const Module*> called;
  const auto add = [&](const Module& module) {
    if (module.info().name == name) called.push_back(&module);
  };
  {
    const MutexLock lock(adding());
    std::ranges::for_each(added_modules(), add);
  }
  std::ranges::for_each(modules(), add);
  if (const auto of_folder = module_of_folder(name); of_folder && *of_folder)
    called.push_back(**of_folder);
  return called;
}

Result<const Module*> find_module(std::string_view name) {
  if (const auto called = modules_called(name); !called.empty()) return called.front();
  if (const auto of_folder = module_of_folder(name)) FD_TRY(*of_folder);
  return fail(Fault::unknown_module, "'" + std::string(name) + "'");
}

std::string nearest_game(std::string_view name) {
  std::vector<std::string> names;
  for (const Module& module : modules()) names.push_back(module.info().name);
  for (const ScriptOfFolder& script : scripts_of_folder()) names.emplace_back(script.name);
  return nearest_name(name, names);
}

namespace {

Result<> check_seats(const GameInfo& info, std::size_t seats) {
  if (seats >= info.seats_min && seats <= info.seats_max) return {};
  const bool range = info.seats_min != info.seats_max;
  return fail(Fault::bad_parameters, "this game is for " + std::to_string(info.seats_min) +
                                         (range ? " to " + std::to_string(info.seats_max) : "") +
                                         " seats");
}

}  // namespace

Result<AnyGame> start_game(std::string_view name, const Json& params, std::size_t seats) {
  FD_TRY(const Module* module, find_module(name));
  return start_game(*module, params, seats);
}

Result<AnyGame> start_game(const Module& module, const Json& params, std::size_t seats) {
  FD_TRY(check_seats(module.info(), seats));
  FD_TRY(const Json complete, complete_params(module.info(), params));
  return module.start(complete, seats);
}

Result<AnyGame> load_game(std::string_view name, const Json& params, std::size_t seats,
                          const Json& state) {
  FD_TRY(const Module* module, find_module(name));
  FD_TRY(check_seats(module->info(), seats));
  FD_TRY(const Json complete, complete_params(module->info(), params));
  return module->load(complete, seats, state);
}

}  // namespace fairdeal::rules
