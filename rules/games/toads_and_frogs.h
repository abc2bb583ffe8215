#pragma once

#include "rules/position.h"

namespace fairdeal::rules {

/// A row of toads, empty squares and frogs. A toad moves right and a frog left, by one square or by
/// jumping over one of the others. Who cannot move loses.
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
  /// {"board": such as "TTT__FFF", "active": [role]}.
  Json json() const;
  std::string draw() const { return row_ + "\n"; }
  static Json move_json(const Move& move) { return move; }
  static Result<Move> parse_move(const Json& json);

  std::uint64_t hash() const { return hash_bytes(row_.data(), row_.size()) + active_; }
  bool operator==(const ToadsAndFrogs&) const = default;

 private:
  /// How many squares the move that begins at `square` changes: two, three, or none: no move.
  std::size_t span(std::size_t square) const;

  std::string row_{};
  std::uint32_t active_ = 0;
};

}  // namespace fairdeal::rules
