#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Odds and evens: both seats show one or two fingers at the same time. Evens gets a point if the
/// sum is even, and Odds if it is odd. After `turns` rounds the result is the difference of points.
class OddsAndEvens {
 public:
  using Move = int;  ///< the fingers: 1 or 2

  static const GameInfo& info();
  static Result<OddsAndEvens> start(const Json& params, std::size_t seats);
  static Result<OddsAndEvens> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  /// Returns the value after an event. After Absent or Void the silent seat loses as much as can be
  /// lost, because nobody may choose its fingers for it.
  Result<OddsAndEvens> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-turns_, turns_}; }
  std::optional<Payoff> scores() const { return Payoff{points_[0], points_[1]}; }
  /// Returns {"active": both roles, "points": by role, "turns": how many are left}.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known) const;
  /// Returns the rounds won and left, and a seat's two hands: one finger, and two.
  Json scene(Observer observer, const Known& known, const SeatNames& names) const;
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
