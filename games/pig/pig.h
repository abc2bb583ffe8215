#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Pig: a player rolls a die as often as it dares. A one loses the points of this turn; to hold
/// adds them to the score. The first with a score of `goal` points wins the difference of the
/// scores, where a score above the goal counts as the goal.
///
/// The states of Ludorum's library have the rolls of the turn; those of its tutorial have their
/// sum.
template <bool kTutorial>
class PigGame {
 public:
  enum class Move : std::uint8_t { hold, roll };

  static const GameInfo& info();
  static Result<PigGame> start(const Json& params, std::size_t seats);
  static Result<PigGame> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Returns the value after an event. After Absent the turn ends and brings nothing. After Void
  /// the seat in `by` loses as much as can be lost, so that nobody gains by withholding its share
  /// of a roll that it does not like.
  Result<PigGame> after(const Event<Move>& event) const;
  /// Holds what the turn has brought, if it has brought anything.
  std::optional<Move> careful(Seat seat, const Known&) const {
    if (legal(seat).empty()) return {};
    return points_ > 0 ? Move::hold : Move::roll;
  }
  std::optional<Payoff> result() const;
  Range bounds() const { return {-goal_, goal_}; }
  std::optional<Payoff> scores() const { return Payoff{scores_[0], scores_[1]}; }
  /// Returns {"active": [role], "goal", "rolls": of this turn, "scores": by role}; in the tutorial
  /// {"active", "points": of this turn, "scores"}; and "rolling": true until the die is rolled.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known) const;
  /// Returns the scores, and the rolls and points of this turn.
  Json scene(Observer observer, const Known& known, const SeatNames& names) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  Seat mover() const { return active_; }
  /// Returns the points of this turn so far.
  std::int64_t turn_points() const { return points_; }

  bool operator==(const PigGame&) const = default;

 private:
  void gain(std::int64_t points);
  void end_turn(std::int64_t points);

  std::int64_t goal_ = 0;
  std::array<std::int64_t, 2> scores_{};
  std::int64_t points_ = 0;          ///< of this turn
  std::vector<std::int64_t> rolls_;  ///< the rolls of these points; empty in the tutorial
  Seat active_{0};
  bool rolling_ = false;
  std::optional<Payoff> settled_{};
};

using Pig = PigGame<false>;
using TutorialPig = PigGame<true>;

}  // namespace fairdeal::rules
