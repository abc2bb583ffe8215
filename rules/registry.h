#pragma once

#include <functional>
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
};

std::span<const Module> modules();

/// Returns the games of the folder that the build was given (FAIRDEAL_GAMES), which modules() lists
/// after our own. cmake/games.cmake writes this function.
std::vector<const Module*> games_of_folder();

/// Adds a game that was not built in, such as a script, to those that are found by their names.
/// Errors: bad_parameters, if there is one of this name.
Result<> add_module(Module module);

/// Returns the game with this name. Errors: unknown_module; its text names the games that there
/// are.
Result<const Module*> find_module(std::string_view name);

/// Starts a new match. `params` may leave out what has a default. Errors: unknown_module,
/// bad_parameters.
Result<AnyGame> start_game(std::string_view name, const Json& params, std::size_t seats);

/// Loads a value by its JSON form: see Module::load. Errors: as start_game.
Result<AnyGame> load_game(std::string_view name, const Json& params, std::size_t seats,
                          const Json& state);

}  // namespace fairdeal::rules
