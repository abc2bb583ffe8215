#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Roll a die as often as you dare: a one loses what the turn has brought, holding keeps it. The
/// first to hold `goal` points wins by the difference, in which nobody counts more than the goal.
///
/// Ludorum's library writes down the rolls of the turn, its tutorial their sum.
template <bool kTutorial>
class PigGame {
 public:
  enum class Move : std::uint8_t { hold, roll };

  static const GameInfo& info();
  static Result<PigGame> start(const Json& params, std::size_t seats);
  static Result<PigGame> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Absent: the turn ends, with what it has brought. Void: `by` loses all there is to lose, so
  /// that nobody spoils the roll that it does not like.
  Result<PigGame> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-goal_, goal_}; }
  std::optional<Payoff> scores() const { return Payoff{scores_[0], scores_[1]}; }
  /// {"active": [role], "goal", "rolls": of this turn, "scores": by role}, in the tutorial
  /// {"active", "points": of this turn, "scores"}; "rolling": true while the die is in the air.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  Seat mover() const { return active_; }
  /// What the turn has brought so far.
  std::int64_t turn_points() const { return points_; }

  bool operator==(const PigGame&) const = default;

 private:
  void gain(std::int64_t points);
  void end_turn(std::int64_t points);

  std::int64_t goal_ = 0;
  std::array<std::int64_t, 2> scores_{};
  std::int64_t points_ = 0;          ///< of this turn
  std::vector<std::int64_t> rolls_;  ///< where they came from; not in the tutorial
  Seat active_{0};
  bool rolling_ = false;
  std::optional<Payoff> settled_{};
};

using Pig = PigGame<false>;
using TutorialPig = PigGame<true>;

}  // namespace fairdeal::rules
