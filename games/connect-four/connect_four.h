#pragma once

#include <array>
#include <cstdlib>

#include "rules/move_list.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// Connect Four: a disc falls to the lowest free square of its column, and the first seat with
/// `line_length` discs in a line wins.
///
/// The discs of a seat are the bits of a word, column by column, with an empty bit above each
/// column. So a line is found by shifting the word: by a column for left and right, by one bit for
/// up, and by both for the diagonals. The word has 64 bits, so (height + 1) · width ≤ 64.
class ConnectFour {
 public:
  using Move = int;  ///< the column
  static constexpr std::size_t kColumnsMax = 32;

  static const GameInfo& info();
  static Result<ConnectFour> start(const Json& params, std::size_t seats);
  static Result<ConnectFour> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(active_); }
  MoveList<Move, kColumnsMax> moves() const;
  void play(Move column);
  bool over() const { return won_ || full(); }
  Payoff payoff() const;
  /// Returns a column that wins at once, or else the one nearest to the centre after which the
  /// other seat cannot win at once. Requires: the match goes on.
  Move careful() const;
  Range bounds() const { return {-1, 1}; }
  /// Returns {"board": ".", "0" for Yellow or "1" for Red, row by row from row 0, the lowest;
  /// "active": [role]}.
  Json json() const;
  std::string draw() const;
  static Json move_json(const Move& move) { return move; }
  static Result<Move> parse_move(const Json& json);
  std::string label(Seat seat, const Move& move) const;

  /// For a search (rules/players/position_search.h): the places at which a seat would complete a
  /// line, and the discs near the middle.
  std::int64_t estimate(Seat seat) const;
  std::int64_t promise(Move column) const { return -std::abs(2 * column - (width_ - 1)); }
  /// The same for a board and its mirror image.
  std::uint64_t symmetric_hash() const;

  bool operator==(const ConnectFour&) const = default;

 private:
  std::uint64_t bit(int row, int column) const {
    return std::uint64_t{1} << (column * (height_ + 1) + row);
  }
  bool has_line(std::uint64_t discs) const;
  bool full() const;
  std::uint64_t whole_board() const;
  /// Returns the free places at which these discs would be a line with one more, as bits.
  std::uint64_t gaps(std::uint64_t discs) const;
  std::string board() const;

  std::array<std::uint64_t, 2> discs_{};  ///< by seat
  std::int16_t height_ = 0;
  std::int16_t width_ = 0;
  std::int16_t line_length_ = 0;
  std::uint8_t active_ = 0;
  bool won_ = false;  ///< whether the seat that is not to move has won
};

}  // namespace fairdeal::rules
