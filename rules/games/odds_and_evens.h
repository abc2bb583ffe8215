#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Both show one or two fingers at once: Evens has a point if the sum is even, else Odds. After
/// `turns` rounds the result is the difference of points.
class OddsAndEvens {
 public:
  using Move = int;  ///< 1 or 2

  static const GameInfo& info();
  static Result<OddsAndEvens> start(const Json& params, std::size_t seats);
  static Result<OddsAndEvens> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Absent and Void: who shows nothing loses all there is to lose, for nobody else may choose for
  /// it.
  Result<OddsAndEvens> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-turns_, turns_}; }
  std::optional<Payoff> scores() const { return Payoff{points_[0], points_[1]}; }
  /// {"active": both roles, "points": by role, "turns": left}.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known) const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  bool operator==(const OddsAndEvens&) const = default;

 private:
  std::int64_t turns_ = 0;  ///< of the whole match
  std::int64_t left_ = 0;
  std::array<std::int64_t, 2> points_{};
  std::optional<Payoff> settled_{};
};

}  // namespace fairdeal::rules
