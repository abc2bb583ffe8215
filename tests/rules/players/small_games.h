#pragma once

#include "rules/json_full.h"
#include "rules/registry.h"

namespace fairdeal::rules {

/// Returns the first value of a game with the fewest seats.
inline AnyGame game_of(const char* name, const Json& params = Json::object()) {
  const Module& module = *find_module(name).value();
  return start_game(module, params, module.info().seats_min).value();
}

/// Returns the value after moves of whoever has the turn.
inline AnyGame after_moves(AnyGame game, const std::vector<const char*>& moves) {
  for (const char* move : moves)
    game = game.after(moved({{game.active().front(), Action{move}}})).value();
  return game;
}

}  // namespace fairdeal::rules
