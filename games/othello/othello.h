#pragma once

#include <array>

#include "rules/checkerboard.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// A set of squares of a board: bit row · width + column.
__extension__ using Squares = unsigned __int128;

/// Othello and Reversi: a disc turns the discs of the other side that it encloses in a straight
/// line. Othello starts with four discs, and a player who cannot move passes. Reversi starts with
/// an empty board; the four squares of the centre are filled first, and the game ends as soon as
/// the player to move cannot. The result is the difference of discs.
///
/// The height and the width are even and at least four, and a board has at most 128 squares.
template <bool kPasses>
class DiscGame {
 public:
  using Move = Square;

  static const GameInfo& info();
  static Result<DiscGame> start(const Json& params, std::size_t seats);
  static Result<DiscGame> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(static_cast<std::uint32_t>(active_)); }
  std::vector<Move> moves() const;
  void play(Move square);
  bool over() const { return targets_ == 0; }
  Payoff payoff() const;
  Range bounds() const {
    const std::int64_t squares = std::int64_t{height_} * width_;
    return {-squares, squares};
  }
  /// Returns {"board": row by row, ".", "B" or "W"; "active": [role]}.
  Json json() const;
  std::string draw() const;
  std::string label(Seat, const Move& move) const { return square_name(move); }
  static Json move_json(const Move& move) { return square_json(move); }
  static Result<Move> parse_move(const Json& json) { return parse_square(json); }

  std::size_t discs(Seat seat) const;
  /// Returns the discs of each seat.
  Payoff counts() const;
  /// Returns to how many squares the seat could move if it were its turn.
  std::size_t mobility(Seat seat) const;
  Checkerboard shape() const { return {height_, width_}; }
  std::string board() const;

  /// For a search (rules/players/position_search.h): corners, mobility and, as the board fills,
  /// discs. A square beside a free corner is bad to have.
  std::int64_t estimate(Seat seat) const;
  std::int64_t promise(const Move& square) const;

  std::uint64_t hash() const { return hash_bytes(discs_.data(), sizeof discs_) + active_; }
  bool operator==(const DiscGame&) const = default;

 private:
  DiscGame(int height, int width);
  Squares to(Squares set, Direction direction) const;
  Squares targets(std::size_t seat) const;
  /// Gives the turn to the other seat, or in Othello back to the same one if the other cannot move.
  void next_turn();

  std::array<Squares, 2> discs_{};  ///< by seat
  Squares targets_ = 0;             ///< the squares to which the mover may move
  int height_;
  int width_;
  std::size_t active_ = 0;
  Squares all_ = 0;
  Squares not_first_ = 0;  ///< the squares outside the first column
  Squares not_last_ = 0;   ///< the squares outside the last column
};

using Othello = DiscGame<true>;
using Reversi = DiscGame<false>;

}  // namespace fairdeal::rules
