#pragma once

#include "rules/game.h"

namespace fairdeal::rules {

/// Bet: one gambler guesses the next value of a die. A right guess wins a point and a wrong one
/// loses a point, until the gambler reaches the goal or has no points left.
class Bet {
 public:
  using Move = std::int64_t;  ///< the guessed value

  static const GameInfo& info();
  static Result<Bet> start(const Json& params, std::size_t seats);
  static Result<Bet> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Returns the value after an event. After Absent or Void the gambler has lost.
  Result<Bet> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-1, 1}; }
  std::optional<Payoff> scores() const { return {}; }
  /// Returns {"points", "goal", "active": [role]}, and "guess" until the die is rolled.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known) const;
  /// Returns the points, and the values of the die, of which one is touched to guess it.
  Json scene(Observer observer, const Known& known, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  bool operator==(const Bet&) const = default;

 private:
  std::int64_t sides_ = 0;
  std::int64_t goal_ = 0;
  std::int64_t points_ = 0;
  std::optional<Move> guess_{};
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
