#pragma once

#include <cstdlib>

#include "rules/position.h"

namespace fairdeal::rules {

/// A game for trying tools: it takes `height` plies, each with `width` moves, and its result is
/// known from the start.
class Predefined {
 public:
  using Move = int;  ///< 1…width

  static const GameInfo& info();
  static Result<Predefined> start(const Json& params, std::size_t seats);
  static Result<Predefined> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(static_cast<std::uint32_t>(active_)); }
  std::vector<Move> moves() const;
  void play(Move move);
  bool over() const { return height_ == 0; }
  Payoff payoff() const { return win_for(Seat(0), result_); }
  Range bounds() const { return {-std::abs(result_), std::abs(result_)}; }
  /// Returns {"height": how many plies are left, "width", "results": by role, "active": [role]}.
  Json json() const;
  std::string draw() const;
  static Json move_json(const Move& move) { return move; }
  static Result<Move> parse_move(const Json& json);

  bool operator==(const Predefined&) const = default;

 private:
  std::int64_t height_ = 0;
  std::int64_t width_ = 0;
  std::int64_t result_ = 0;  ///< of seat 0
  std::uint64_t active_ = 0;
};

}  // namespace fairdeal::rules
