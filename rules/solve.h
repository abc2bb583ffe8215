#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "rules/layer.h"

namespace fairdeal::rules {

class AnyGame;

/// The results of best play.
struct Solution {
  struct MoveValue {
    std::string move;    ///< the JSON form of the move
    std::int64_t value;  ///< the result for the mover
  };
  Payoff value;  ///< the result for each seat
  Seat mover{};
  std::vector<MoveValue> moves;  ///< empty if the game is over
  std::uint64_t states = 0;      ///< how many different states were looked at
};

/// The limits of a solver. Every machine that can run a table has room for these.
struct SolveLimits {
  std::uint64_t states = 30'000'000;
  std::size_t bytes = std::size_t{1} << 30;              ///< for all states that are kept
  std::function<void(std::uint64_t states)> progress{};  ///< is called now and then
};

/// Finds exact values by looking once at every position that can be reached. The game must be for
/// one seat, or for two whose results sum to zero.
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
  /// The value of a position that is being looked at. To reach it again means that the game can go
  /// round in circles.
  static constexpr std::int64_t kUnderWay = INT64_MIN;
  static std::int64_t sign(Seat seat) { return seat == Seat(0) ? 1 : -1; }

  /// A position whose moves are being looked at. These positions are kept in a list, and not on the
  /// stack by recursion, because a game may be longer than the stack has room for.
  struct Open {
    P position;
    decltype(std::declval<const P&>().moves()) moves;
    std::size_t next = 0;
    std::optional<std::int64_t> best{};  ///< for its mover
  };

  /// Returns the value of `start` for seat 0.
  Result<std::int64_t> value(const P& start) {
    std::vector<Open> path;
    FD_TRY(std::optional<std::int64_t> found, enter(start, path));
    while (!path.empty()) {
      Open& last = path.back();
      const std::int64_t side = sign(last.position.mover());
      if (found) last.best = last.best ? std::max(*last.best, side * *found) : side * *found;
      if (last.next < last.moves.size()) {
        P child = last.position;
        child.play(last.moves[last.next++]);
        FD_TRY(found, enter(child, path));
        continue;
      }
      found = known_[last.position] = side * last.best.value();
      path.pop_back();
    }
    return *found;
  }

  /// Returns the value of a position if it is known, or if the game is over there. If not, adds the
  /// position to `path` and returns none. Errors: bad_parameters, if the game can go round in
  /// circles; too_large, beyond the limits.
  Result<std::optional<std::int64_t>> enter(const P& position, std::vector<Open>& path) {
    if (const std::int64_t* known = known_.find(position)) {
      if (*known == kUnderWay)
        return fail(Fault::bad_parameters, P::info().name + " can go round in circles");
      return std::optional(*known);
    }
    const std::size_t bytes = known_.bytes() + path.size() * sizeof(Open);
    if (known_.size() >= limits_.states || bytes > limits_.bytes)
      return fail(Fault::too_large,
                  "more states than can be kept, " + std::to_string(known_.size()) + " so far");
    known_[position] = kUnderWay;
    if (known_.size() % 0x10000 == 0 && limits_.progress) limits_.progress(known_.size());
    if (position.over()) return std::optional(known_[position] = position.payoff().front());
    path.push_back({position, position.moves()});
    return std::optional<std::int64_t>();
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

/// Solves any game. Errors: as solve_of; bad_parameters, if the game has chance, hidden cards,
/// moves made together or more than two seats.
Result<Solution> solve_any(const AnyGame& start, const SolveLimits& limits);

}  // namespace fairdeal::rules
