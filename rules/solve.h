#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

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

/// How far it goes at most: what any machine that runs a table has room for.
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

  /// A position whose moves are being looked at. They stand in a list of their own: a game may
  /// have more moves than the stack of calls has room for.
  struct Open {
    P position;
    decltype(std::declval<const P&>().moves()) moves;
    std::size_t next = 0;
    std::optional<std::int64_t> best{};  ///< for its mover
  };

  /// For seat 0.
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

  /// The value if it is known; if not, the position is opened.
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

/// The same for any game. Errors: bad_parameters where it has chance, hidden cards, moves made
/// together, or more than two seats.
Result<Solution> solve_any(const AnyGame& start, const SolveLimits& limits);

}  // namespace fairdeal::rules
