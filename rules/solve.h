#pragma once

#include <functional>

#include "rules/layer.h"

namespace fairdeal::rules {

class AnyGame;

/// What best play leads to.
struct Solution {
  struct MoveValue {
    std::string move;    ///< its JSON form
    std::int64_t value;  ///< for the mover
  };
  Payoff value;  ///< one a seat
  Seat mover{};
  std::vector<MoveValue> moves;  ///< none if the game is over
  std::uint64_t states = 0;      ///< different ones that were looked at
};

struct SolveLimits {
  std::uint64_t states = 30'000'000;
  std::size_t bytes = std::size_t{1} << 30;              ///< of all states kept
  std::function<void(std::uint64_t states)> progress{};  ///< told now and then
};

/// Exact values by looking at every position that can be reached, each once. For one seat, or two
/// whose results sum to zero.
template <Walkable P>
class Solver {
 public:
  explicit Solver(const SolveLimits& limits) : limits_(limits) {}

  Result<Solution> solve(const P& start) {
    Solution solution;
    solution.mover = start.mover();
    FD_TRY(const std::int64_t first, value(start));
    solution.value = P::info().seats_max == 1 ? Payoff{first} : Payoff{first, -first};
    if (!start.over()) {
      for (const auto& move : start.moves()) {
        P child = start;
        child.play(move);
        FD_TRY(const std::int64_t v, value(child));
        solution.moves.push_back({text(P::move_json(move)), sign(start.mover()) * v});
      }
    }
    solution.states = known_.size();
    return solution;
  }

 private:
  static constexpr std::int64_t kUnderWay = INT64_MIN;
  static std::int64_t sign(Seat seat) { return seat == Seat(0) ? 1 : -1; }

  /// For seat 0.
  Result<std::int64_t> value(const P& position) {
    if (const std::int64_t* known = known_.find(position)) {
      if (*known == kUnderWay)
        return fail(Fault::bad_parameters, P::info().name + " can go round in circles");
      return *known;
    }
    if (known_.size() >= limits_.states || known_.bytes() > limits_.bytes)
      return fail(Fault::too_large,
                  "more states than can be kept, " + std::to_string(known_.size()) + " so far");
    known_[position] = kUnderWay;
    if (known_.size() % 0x10000 == 0 && limits_.progress) limits_.progress(known_.size());
    if (position.over()) return known_[position] = position.payoff().front();

    const std::int64_t side = sign(position.mover());
    std::optional<std::int64_t> best;
    for (const auto& move : position.moves()) {
      P child = position;
      child.play(move);
      FD_TRY(const std::int64_t v, value(child));
      best = best ? std::max(*best, side * v) : side * v;
    }
    return known_[position] = side * *best;
  }

  const SolveLimits& limits_;
  Layer<P, std::int64_t> known_;
};

template <Walkable P>
Result<Solution> solve_of(const P& start, const SolveLimits& limits) {
  if (P::info().seats_max > 2)
    return fail(Fault::bad_parameters, "best play of more than two seats has no one value");
  return Solver<P>(limits).solve(start);
}

/// The same for any game. Errors: bad_parameters where it has chance, hidden cards, moves made
/// together, or more than two seats.
Result<Solution> solve_any(const AnyGame& start, const SolveLimits& limits);

}  // namespace fairdeal::rules
