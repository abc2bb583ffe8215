#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Odds and evens with the rules of Ludorum's tutorial: the first seat with `goal` points wins. It
/// wins as much as the other seat's points fall short of the goal.
class TutorialOddsAndEvens {
 public:
  using Move = int;  ///< the fingers: 1 or 2

  static const GameInfo& info();
  static Result<TutorialOddsAndEvens> start(const Json& params, std::size_t seats);
  static Result<TutorialOddsAndEvens> load(const Json& params, std::size_t seats,
                                           const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Returns the value after an event. After Absent or Void the silent seat loses as much as can be
  /// lost, because nobody may choose its fingers for it.
  Result<TutorialOddsAndEvens> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-goal_, goal_}; }
  std::optional<Payoff> scores() const { return Payoff{points_[0], points_[1]}; }
  /// Returns {"active": both roles, "scores": by role}.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  bool operator==(const TutorialOddsAndEvens&) const = default;

 private:
  std::int64_t goal_ = 0;
  std::array<std::int64_t, 2> points_{};
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
