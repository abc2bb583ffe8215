#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Roll a die as often as you dare: a one loses what the turn has brought, holding keeps it. The
/// first to hold `goal` points wins by the difference, in which nobody counts more than the goal.
class Pig {
 public:
  enum class Move : std::uint8_t { hold, roll };

  static const GameInfo& info();
  static Result<Pig> start(const Json& params, std::size_t seats);
  static Result<Pig> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Absent: the turn ends, with what it has brought.
  Result<Pig> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-goal_, goal_}; }
  std::optional<Payoff> scores() const { return Payoff{scores_[0], scores_[1]}; }
  /// {"active": [role], "goal", "rolls": of this turn, "scores": by role}; "rolling": true while
  /// the die is in the air.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  /// What the turn has brought so far.
  std::int64_t turn_points() const;

  bool operator==(const Pig&) const = default;

 private:
  void end_turn(std::int64_t points);

  std::int64_t goal_ = 0;
  std::array<std::int64_t, 2> scores_{};
  std::vector<std::int64_t> rolls_;
  Seat active_{0};
  bool rolling_ = false;
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
