// Fuzzes games with JSON of {"game", "params", "seats", "state", "action"}. Either no game starts
// or loads from it; or a game does, is written and read again as it is, and obeys the laws of
// games (rules/laws.h). A game accepts an action if and only if it is among its legal actions.
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "fuzz/target.h"
#include "proto/limits.h"
#include "rules/laws.h"
#include "rules/params.h"

namespace fairdeal {
namespace {

using namespace rules;

void check_action(const AnyGame& game, const Json& input) {
  if (!input.contains("action") || !input["action"].is_string()) return;
  const Action action{input["action"].get<std::string>()};
  for (std::uint32_t i = 0; i < game.seats(); ++i) {
    const auto active = game.active();
    const bool alone = active.size() == 1 && active.front() == Seat(i);
    const bool taken = game.after(Moved<Action>{Seat(i), action}).has_value();
    CHECK(taken == (alone && allows(game, Seat(i), action)));
  }
}

void check_game(const Module& module, const Result<AnyGame>& game, const Json& input) {
  if (!game) return;
  if (const auto broken = check_loaded(module, *game, 1)) {
    std::fprintf(stderr, "%s\n", broken->c_str());
    CHECK(!broken);
  }
  check_action(*game, input);
}

}  // namespace

void fuzz(ByteSpan text) {
  const auto input = parse_json(as_text(text), proto::kParamsBytesMax);
  if (!input || !input->is_object() || !input->contains("game") || !(*input)["game"].is_string())
    return;
  const auto module = find_module((*input)["game"].get<std::string>());
  if (!module) return;
  const Json seats = input->value("seats", Json(2));
  if (!seats.is_number_unsigned() || seats.get<std::uint64_t>() > 2 * proto::kSeatsMax) return;
  const auto params = complete_params((*module)->info(), input->value("params", Json::object()));
  if (!params) return;
  const auto count = seats.get<std::size_t>();
  check_game(**module, start_game((*module)->info().name, *params, count), *input);
  if (input->contains("state"))
    check_game(**module, load_game((*module)->info().name, *params, count, (*input)["state"]),
               *input);
}

}  // namespace fairdeal
