#pragma once

#include "rules/checkerboard.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// Gomoku on a board of any size: a seat puts a stone on any free square, and the first with
/// `line_length` stones in a row wins.
class ConnectionGame {
 public:
  using Move = Square;

  static const GameInfo& info();
  static Result<ConnectionGame> start(const Json& params, std::size_t seats);
  static Result<ConnectionGame> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(active_); }
  std::vector<Move> moves() const;
  void play(Move square);
  bool over() const { return won_ || free_ == 0; }
  Payoff payoff() const { return won_ ? win_for(Seat(active_ ^ 1u)) : Payoff{0, 0}; }
  Range bounds() const { return {-1, 1}; }
  /// Returns {"board": row by row, ".", "0" for First or "1" for Second; "active": [role]}.
  Json json() const;
  std::string draw() const { return shape_.draw(board_); }
  std::string label(Seat, const Move& move) const { return square_name(move); }
  static Json move_json(const Move& move) { return square_json(move); }
  static Result<Move> parse_move(const Json& json) { return parse_square(json); }

  std::uint64_t hash() const { return hash_bytes(board_.data(), board_.size()) + active_; }
  bool operator==(const ConnectionGame&) const = default;

 private:
  ConnectionGame(Checkerboard shape, int line_length) : shape_(shape), line_length_(line_length) {}
  /// Returns whether the stone on `square` stands in a line that is long enough.
  bool in_line(Square square) const;

  Checkerboard shape_;
  int line_length_;
  std::string board_{};
  int free_ = 0;
  std::uint32_t active_ = 0;
  bool won_ = false;  ///< whether the seat that is not to move has won
};

}  // namespace fairdeal::rules
