#pragma once

#include "rules/game.h"

namespace fairdeal::rules {

/// One gambler guesses the next value of a die: right is a point more, wrong one less, until the
/// goal is met or no point is left.
class Bet {
 public:
  using Move = std::int64_t;  ///< the value guessed

  static const GameInfo& info();
  static Result<Bet> start(const Json& params, std::size_t seats);
  static Result<Bet> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Absent and Void: lost.
  Result<Bet> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-1, 1}; }
  std::optional<Payoff> scores() const { return {}; }
  /// {"points", "goal", "active": [role]}; "guess" while the die is in the air.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known) const;
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
