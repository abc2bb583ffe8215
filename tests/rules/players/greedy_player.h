#pragma once

#include "rules/players/thinker.h"

namespace fairdeal::rules {

/// Takes the move after which its seat has the highest score.
inline Result<Thought> think_greedily(const SeatSight& sight, const Budget&, const GoOn& go_on,
                                      Rng&) {
  Thought thought;
  Rational best;
  for (const Choice& choice : sight.game.legal(sight.seat)) {
    FD_TRY(const AnyGame after, sight.game.after(moved({{sight.seat, choice.action}})));
    const Payoff scores = after.scores().value_or(Payoff(after.seats(), 0));
    const Rational value(scores[sight.seat.value]);
    if (thought.moves.empty() || value > best) {
      best = value;
      thought.move = choice.action;
    }
    thought.moves.push_back({choice.action, value});
    if (go_on && !go_on({thought.moves.size()})) break;
  }
  return thought;
}

inline ThinkerKind greedy_kind() {
  const auto plays = [](const AnyGame& game) { return !game.info().simultaneous; };
  const auto budget = [](const AnyGame&, Strength) { return Budget{.milliseconds = 500}; };
  return {"greedy", "takes the move that scores most at once", plays, think_greedily, budget};
}

}  // namespace fairdeal::rules
