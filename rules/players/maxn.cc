#include "rules/players/maxn.h"

#include <algorithm>

namespace fairdeal::rules {
namespace {

/// The value of a state for each seat.
using Values = std::vector<Rational>;

Values values_of(const AnyGame& game, const Heuristic& heuristic, unsigned depth,
                 unsigned horizon) {
  Values values;
  if (const auto result = game.result()) {
    for (const std::int64_t one : *result) values.emplace_back(one);
    return values;
  }
  if (depth >= horizon) {
    for (std::uint32_t i = 0; i < game.seats(); ++i) values.push_back(heuristic(game, Seat(i)));
    return values;
  }
  const Seat mover = game.active().front();
  for (const Choice& choice : game.legal(mover)) {
    const AnyGame after = game.after(moved({{mover, choice.action}})).value();
    Values next = values_of(after, heuristic, depth + 1, horizon);
    if (values.empty() || next[mover.value] > values[mover.value]) values = std::move(next);
  }
  return values;
}

}  // namespace

Result<std::vector<Evaluated>> evaluate_moves_by_maxn(const AnyGame& game, Seat seat,
                                                      const Heuristic& heuristic,
                                                      unsigned horizon) {
  if (std::ranges::count(game.active(), seat) == 0)
    return fail(Fault::bad_parameters, "it has no moves: another seat's move is wanted");
  const GameInfo& info = game.info();
  if (info.hidden || info.chance || info.simultaneous)
    return fail(Fault::bad_parameters, "the game has chance, or moves at the same time");
  std::vector<Evaluated> evaluated;
  for (const Choice& choice : game.legal(seat)) {
    const AnyGame after = game.after(moved({{seat, choice.action}})).value();
    evaluated.push_back({choice.action, values_of(after, heuristic, 1, horizon)[seat.value]});
  }
  return evaluated;
}

}  // namespace fairdeal::rules
