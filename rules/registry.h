#pragma once

#include <span>
#include <string_view>

#include "rules/any_game.h"
#include "rules/perft.h"
#include "rules/solve.h"

namespace fairdeal::rules {

/// A game this program has: an ordinary table, no static registration.
struct Module {
  const GameInfo& (*info)();
  /// The first value. Errors: bad_parameters.
  Result<AnyGame> (*start)(const Json& params, std::size_t seats);
  /// A value in the middle of a match, from its JSON form. Errors: bad_parameters.
  Result<AnyGame> (*load)(const Json& params, std::size_t seats, const Json& state);
  /// What lies how many plies away, and what best play leads to, from any value of this game.
  Result<Perft> (*perft)(const AnyGame& from, const PerftLimits& limits);
  Result<Solution> (*solve)(const AnyGame& from, const SolveLimits& limits);
};

std::span<const Module> modules();

/// Errors: unknown_module, naming those there are.
Result<const Module*> find_module(std::string_view name);

/// A new match. `params` may leave out what has a default. Errors: unknown_module, bad_parameters.
Result<AnyGame> start_game(std::string_view name, const Json& params, std::size_t seats);

/// The same in the middle of a match, from its JSON form.
Result<AnyGame> load_game(std::string_view name, const Json& params, std::size_t seats,
                          const Json& state);

}  // namespace fairdeal::rules
