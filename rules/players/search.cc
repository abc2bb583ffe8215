#include "rules/players/search.h"

#include <algorithm>

#include "base/check.h"
#include "rules/any_position.h"

namespace fairdeal::rules {
namespace {

/// Either side's best so far; none: nothing yet.
struct Window {
  std::optional<Rational> least{};  ///< the seat has this much elsewhere
  std::optional<Rational> most{};   ///< the others will not let it have more
  bool closed() const { return least && most && *least >= *most; }
};

class Lookahead {
 public:
  Lookahead(Seat seat, const Search& search) : seat_(seat), search_(search) {}

  Rational value(const AnyGame& game, unsigned depth, Window window) const {
    if (const auto result = game.result()) return Rational(result->at(seat_.value));
    const auto active = game.active();
    if (active.empty()) return mean_of_rolls(game, depth);
    if (depth >= search_.horizon) return search_.heuristic(game, seat_);
    if (active.size() > 1) return best_of_joint_moves(game, depth);
    return active.front() == seat_ ? greatest(game, depth, window) : least(game, depth, window);
  }

  /// Over the others' moves.
  Rational mean_with(const AnyGame& game, const Action& action, unsigned depth) const {
    Rational sum;
    std::int64_t count = 0;
    for (const AnyEvent& event : joint_moves(game)) {
      const auto* together = std::get_if<MovedTogether<Action>>(&event);
      if (together != nullptr && together->moves.at(seat_) != action) continue;
      if (together == nullptr && std::get<Moved<Action>>(event).move != action) continue;
      sum = sum + value(game.after(event).value(), depth + 1, {});
      ++count;
    }
    return sum / Rational(count);
  }

 private:
  Rational greatest(const AnyGame& game, unsigned depth, Window window) const {
    std::optional<Rational> best;
    for (const AnyEvent& event : joint_moves(game)) {
      const Rational v = value(game.after(event).value(), depth + 1, window);
      if (!best || v > *best) best = v;
      if (!search_.alpha_beta) continue;
      if (!window.least || *best > *window.least) window.least = best;
      if (window.closed()) break;
    }
    return *best;
  }

  Rational least(const AnyGame& game, unsigned depth, Window window) const {
    std::optional<Rational> best;
    for (const AnyEvent& event : joint_moves(game)) {
      const Rational v = value(game.after(event).value(), depth + 1, window);
      if (!best || v < *best) best = v;
      if (!search_.alpha_beta) continue;
      if (!window.most || *best < *window.most) window.most = best;
      if (window.closed()) break;
    }
    return *best;
  }

  Rational best_of_joint_moves(const AnyGame& game, unsigned depth) const {
    std::optional<Rational> best;
    for (const Choice& choice : game.legal(seat_)) {
      const Rational v = mean_with(game, choice.action, depth);
      if (!best || v > *best) best = v;
    }
    return *best;
  }

  Rational mean_of_rolls(const AnyGame& game, unsigned depth) const {
    Rational sum;
    for (const AnyChild& roll : rolls(game))
      sum = sum + Rational(static_cast<std::int64_t>(roll.ply.weight),
                           static_cast<std::int64_t>(roll.ply.all)) *
                      value(roll.after, depth + 1, {});
    return sum;
  }

  Seat seat_;
  const Search& search_;
};

}  // namespace

Result<std::vector<Evaluated>> evaluate_moves(const AnyGame& game, Seat seat,
                                              const Search& search) {
  if (std::ranges::count(game.active(), seat) == 0)
    return fail(Fault::bad_parameters, "it has no moves: another seat's move is wanted");
  if (game.info().hidden)
    return fail(Fault::bad_parameters, "hidden cards: there is no telling what a move leads to");
  const Lookahead lookahead(seat, search);
  std::vector<Evaluated> evaluated;
  for (const Choice& choice : game.legal(seat))
    evaluated.push_back({choice.action, lookahead.mean_with(game, choice.action, 0)});
  return evaluated;
}

std::vector<Action> best_moves(const std::vector<Evaluated>& evaluated) {
  std::vector<Action> best;
  const auto worst_first = [](const Evaluated& a, const Evaluated& b) { return a.value < b.value; };
  const auto most = std::ranges::max_element(evaluated, worst_first);
  for (const auto& [move, value] : evaluated)
    if (value == most->value) best.push_back(move);
  return best;
}

}  // namespace fairdeal::rules
