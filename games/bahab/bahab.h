#pragma once

#include "rules/checkerboard.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// Bahab: a board of five by five squares, on which each side has two ranks of pieces. A B piece
/// moves one square diagonally forward. The A piece does so too, and may also move one square
/// straight back. A piece captures only pieces of its own kind. A side wins when its A reaches the
/// other's first rank, and loses when its A is captured or it cannot move.
class Bahab {
 public:
  /// A move from one square to another. Its JSON form is [[row, column], [row, column]].
  struct Move {
    Square from;
    Square to;
    auto operator<=>(const Move&) const = default;
  };

  static const GameInfo& info();
  static Result<Bahab> start(const Json& params, std::size_t seats);
  static Result<Bahab> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(active_); }
  std::vector<Move> moves() const;
  void play(const Move& move);
  bool over() const { return decided_ || can_move().empty(); }
  Payoff payoff() const;
  Range bounds() const { return {-1, 1}; }
  /// Returns {"board": row by row, with "A", "B" of Uppercase, "a", "b" of Lowercase, and ".";
  /// "active": [role]}.
  Json json() const;
  std::string draw() const { return kBoard.draw(board_); }
  /// Returns the board as data; each side sees its own first row below.
  Json scene(Observer observer) const;
  std::string label(Seat, const Move& move) const {
    return square_name(move.from) + " to " + square_name(move.to);
  }
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  std::uint64_t hash() const { return hash_bytes(board_.data(), board_.size()) + active_; }
  bool operator==(const Bahab&) const = default;

 private:
  static constexpr Checkerboard kBoard{5, 5};
  std::vector<Move> can_move() const;
  /// Returns the seat that has lost its A, or has let the other's A reach its first rank.
  std::optional<Seat> loser() const;

  std::string board_{};
  std::uint32_t active_ = 0;
  bool decided_ = false;  ///< whether loser() returns a seat
};

}  // namespace fairdeal::rules
