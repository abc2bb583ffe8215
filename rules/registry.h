#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "rules/any_game.h"
#include "rules/perft.h"
#include "rules/solve.h"

namespace fairdeal::rules {

/// A game that this program has: a table of its functions. modules() lists those that were built
/// in; nothing is registered by static objects.
struct Module {
  std::function<const GameInfo&()> info;
  /// Returns the first value of a match. Errors: bad_parameters.
  std::function<Result<AnyGame>(const Json& params, std::size_t seats)> start;
  /// Returns the value with this JSON form: from the middle of a match if the game `loads`, else
  /// only from its beginning. Errors: bad_parameters.
  std::function<Result<AnyGame>(const Json& params, std::size_t seats, const Json& state)> load;
  /// Counts the sequences of plies from a value of this game.
  std::function<Result<Perft>(const AnyGame& from, const PerftLimits& limits)> perft;
  /// Finds the results of best play from a value of this game.
  std::function<Result<Solution>(const AnyGame& from, const SolveLimits& limits)> solve;
  bool loads;
  std::string script{};  ///< the text of a game that is a script; "": it is compiled
};

std::span<const Module> modules();

/// Returns the compiled games of the folder that the build was given (FAIRDEAL_GAMES), which
/// modules() lists after our own. cmake/games.cmake writes this function.
std::vector<const Module*> games_of_folder();

/// A script that was built in: one of ours (games/), or of that folder. The build knows its game's
/// name, so nothing runs before somebody names or lists it.
struct ScriptOfFolder {
  std::string_view name;  ///< "skull"
  std::string_view text;
};
/// Returns these scripts; cmake/games.cmake writes this function, too.
std::span<const ScriptOfFolder> scripts_of_folder();
/// Returns whether the program has this text built in, so that a person trusts it as the program.
bool is_shipped(std::string_view script);
/// Returns the games of these scripts, which are loaded if they were not yet. `failed` gets in
/// words what is wrong with each one that cannot be loaded.
std::vector<const Module*> script_modules(std::vector<std::string>* failed = nullptr);

/// Adds a game that was not built in to those that are found by their names, and returns it. A
/// script that is there already is not added again. Errors: bad_parameters, if a compiled game has
/// its name.
Result<const Module*> add_module(Module module);

/// How a program runs the games that are scripts.
struct ScriptHost {
  /// Returns the module of a script. `name` is for messages. Errors: bad_parameters, too_large.
  std::function<Result<Module>(const std::string& name, const std::string& text)> load;
  /// Returns the text with this digest, in hexadecimal digits, if it is kept on this machine.
  std::function<std::optional<std::string>(const std::string& digest)> kept;
};
/// Sets how this program runs scripts. Without this it runs none.
void use_scripts(ScriptHost host);
const ScriptHost& script_host();
/// Loads a script, and adds its module. Errors: as ScriptHost::load and add_module; unknown_module,
/// if this program runs no scripts.
Result<const Module*> add_script(const std::string& name, const std::string& text);

/// Returns the games with this name: scripts of one name may differ, and one of the folder comes
/// last.
std::vector<const Module*> modules_called(std::string_view name);
/// Returns the built-in game or script whose name is nearest to this one; "" if none is near.
std::string nearest_game(std::string_view name);
/// Returns the game with this name, of several the one that was added last. Errors: unknown_module;
/// its text is the name in quotes. bad_parameters, too_large: a script of the folder has
/// this name, and is no game.
Result<const Module*> find_module(std::string_view name);

/// Starts a new match. `params` may leave out what has a default. Errors: unknown_module,
/// bad_parameters.
Result<AnyGame> start_game(std::string_view name, const Json& params, std::size_t seats);

Result<AnyGame> start_game(const Module& module, const Json& params, std::size_t seats);

/// Loads a value by its JSON form: see Module::load. Errors: as start_game.
Result<AnyGame> load_game(std::string_view name, const Json& params, std::size_t seats,
                          const Json& state);

}  // namespace fairdeal::rules
