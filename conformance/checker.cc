#include "conformance/checker.h"

#include <algorithm>

#include "rules/registry.h"

namespace fairdeal::conformance {
using namespace rules;

bool Checker::same(const std::string& what, const Json& expected, const Json& got) {
  if (difference_) return false;
  if (expected == got) return true;
  difference_ = Difference{in_plies_ ? plies_ : 0, what, expected.dump(), got.dump()};
  return false;
}

bool Checker::same_set(const std::string& what, Json expected, Json got) {
  for (Json* list : {&expected, &got})
    if (list->is_array()) std::sort(list->begin(), list->end());
  return same(what, expected, got);
}

bool Checker::is_true(const std::string& what, bool holds) { return same(what, true, holds); }

void Checker::fail(const std::string& what, const Error& error) {
  if (!difference_)
    difference_ =
        Difference{in_plies_ ? plies_ : 0, what, "accepted", "refused: " + describe(error)};
}

Json known_params(const GameInfo& info, const Json& params) {
  Json known = Json::object();
  for (const Param& param : info.params)
    if (params.contains(param.name)) known[param.name] = params[param.name];
  return known;
}

Result<AnyGame> game_of(const Json& line, const Json& state) {
  FD_TRY(const Module* module, find_module(line.at("game").get<std::string>()));
  const GameInfo& info = module->info();
  Json params = line.contains("params") ? line["params"] : Json::object();
  // A line may have its parameters in its state instead, such as pig's goal or choose2win's turns.
  // Not so those that are left out while they have their default: they are newer than the lines.
  // Among them, hold'em's "stacks" means one thing as a parameter and another in a state.
  for (const Param& param : info.params)
    if (!param.left_out && !params.contains(param.name) && state.is_object() &&
        state.contains(param.name))
      params[param.name] = state[param.name];
  const std::size_t seats = line.contains("players") ? line["players"].size() : info.seats_min;
  return load_game(info.name, known_params(info, params), seats, state);
}

std::optional<Seat> seat_of(const AnyGame& game, const std::string& role) {
  for (std::uint32_t i = 0; i < game.seats(); ++i)
    if (game.role(Seat(i)) == role) return Seat(i);
  return {};
}

Result<AnyEvent> moves_of(const AnyGame& game, const Json& recorded) {
  std::map<Seat, Action> moves;
  for (const auto& [role, move] : recorded.items()) {
    const auto seat = seat_of(game, role);
    if (!seat) return fail(Fault::bad_parameters, "there is no role " + role);
    moves[*seat] = {text(move)};
  }
  return moved(moves);
}

Json scores_json(const AnyGame& game) {
  const auto scores = game.scores();
  return scores ? by_role(game, scores) : result_json(game);
}

void same_scores(Checker& check, const std::string& what, const Json& recorded,
                 const AnyGame& game) {
  if (recorded.is_null() && !game.scores()) return;
  check.same(what, recorded, scores_json(game));
}

bool same_state(Checker& check, const std::string& what, const Json& recorded,
                const AnyGame& game) {
  const Json ours = game.json();
  for (const auto& [key, value] : recorded.items()) {
    if (key == "active" && game.over()) continue;
    if (!check.same(what + ", " + key, value, ours.contains(key) ? ours[key] : Json("nothing")))
      return false;
  }
  return true;
}

}  // namespace fairdeal::conformance
