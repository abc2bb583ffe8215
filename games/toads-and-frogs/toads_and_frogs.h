#pragma once

#include "rules/position.h"

namespace fairdeal::rules {

/// Toads and frogs: a row of toads, empty squares and frogs. A toad moves to the right and a frog
/// to the left, by one square or by a jump over an animal of the other kind. The player who cannot
/// move loses.
class ToadsAndFrogs {
 public:
  using Move = int;  ///< the leftmost square that changes

  static const GameInfo& info();
  static Result<ToadsAndFrogs> start(const Json& params, std::size_t seats);
  static Result<ToadsAndFrogs> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(active_); }
  std::vector<Move> moves() const;
  void play(Move square);
  bool over() const { return moves().empty(); }
  Payoff payoff() const { return win_for(Seat(active_ ^ 1u)); }
  Range bounds() const { return {-1, 1}; }
  /// Returns {"board": such as "TTT__FFF", "active": [role]}.
  Json json() const;
  std::string draw() const { return row_ + "\n"; }
  /// Returns the row as data, in lines of sixteen squares. A touch of an animal moves it.
  Json scene(Observer observer) const;
  static Json move_json(const Move& move) { return move; }
  static Result<Move> parse_move(const Json& json);

  std::uint64_t hash() const { return hash_bytes(row_.data(), row_.size()) + active_; }
  bool operator==(const ToadsAndFrogs&) const = default;

 private:
  /// Returns how many squares the move spans whose leftmost square this is: two for a step, three
  /// for a jump, and zero if there is no such move.
  std::size_t span(std::size_t square) const;

  std::string row_{};
  std::uint32_t active_ = 0;
};

}  // namespace fairdeal::rules
