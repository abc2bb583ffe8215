#pragma once

#include <array>
#include <compare>
#include <span>
#include <string>
#include <vector>

#include "rules/json.h"

namespace fairdeal::rules {

/// A square of a board, counted from 0. Its JSON form is [row, column].
struct Square {
  int row = 0;
  int column = 0;
  auto operator<=>(const Square&) const = default;
  friend Square operator+(Square a, Square b) { return {a.row + b.row, a.column + b.column}; }
};
Json square_json(Square square);
/// Returns the name of a square for people, as a drawing of its board has it: "a1" is {0, 0}. The
/// columns behind z are aa, ab and so on.
std::string square_name(Square square);
/// Reads a square's JSON form. Errors: not_canonical.
Result<Square> parse_square(const Json& json);

/// A step from a square to one of its neighbours.
using Direction = Square;

/// The shape of a board of squares, and its lines. The pieces on a board are a text with one
/// character for each square, row 0 first.
class Checkerboard {
 public:
  using Line = std::vector<Square>;

  static constexpr std::array<Direction, 2> kHorizontal{{{0, -1}, {0, 1}}};
  static constexpr std::array<Direction, 2> kVertical{{{-1, 0}, {1, 0}}};
  static constexpr std::array<Direction, 4> kOrthogonal{{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}};
  static constexpr std::array<Direction, 4> kDiagonal{{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};
  static constexpr std::array<Direction, 8> kEvery{
      {{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};
  /// One of each pair of opposite directions.
  static constexpr std::array<Direction, 4> kAxes{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};

  constexpr Checkerboard(int height, int width) : height_(height), width_(width) {}
  constexpr int height() const { return height_; }
  constexpr int width() const { return width_; }
  constexpr int size() const { return height_ * width_; }

  constexpr bool has(Square s) const {
    return s.row >= 0 && s.row < height_ && s.column >= 0 && s.column < width_;
  }
  constexpr std::size_t index(Square s) const {
    return static_cast<std::size_t>(s.row) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(s.column);
  }
  constexpr Square at(std::size_t index) const {
    return {static_cast<int>(index) / width_, static_cast<int>(index) % width_};
  }
  std::vector<Square> squares() const;

  std::vector<Line> horizontals() const;         ///< rows
  std::vector<Line> verticals() const;           ///< columns
  std::vector<Line> positive_diagonals() const;  ///< row and column grow together
  std::vector<Line> negative_diagonals() const;  ///< the column grows where the row falls
  std::vector<Line> orthogonals() const;
  std::vector<Line> diagonals() const;
  std::vector<Line> lines() const;
  /// Returns all parts of `lines` that are `length` squares long, each line from its beginning.
  static std::vector<Line> sublines(std::span<const Line> lines, std::size_t length);

  /// Returns the squares from `from` on, which is the first, to the edge of the board. Returns none
  /// if `from` is off the board.
  Line walk(Square from, Direction direction) const;

  /// Returns the pieces that lie on a line.
  std::string text_of(const std::string& board, const Line& line) const;

  // These return a board with something changed. Errors: bad_parameters, if a square is off the
  // board.
  Result<std::string> place(std::string board, Square where, char piece) const;
  Result<std::string> move(std::string board, Square from, Square to, char left = '.') const;
  Result<std::string> swap(std::string board, Square a, Square b) const;

  /// Returns the sum of weight · value(piece) over all squares.
  template <class Value>
  static std::int64_t weighted_sum(const std::string& board, std::span<const int> weights,
                                   Value&& value) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < board.size(); ++i)
      sum += std::int64_t{weights[i]} * value(board[i]);
    return sum;
  }

  /// Returns the board turned and mirrored in every way, the board itself first: eight images if it
  /// is as high as it is wide, else four.
  std::vector<std::string> symmetries(const std::string& board) const;

  /// Returns the board as lines of text, with row 0 first or last, and at the edge the rows
  /// and columns as square_name has them.
  std::string draw(const std::string& board, bool row_0_first = true) const;

  bool operator==(const Checkerboard&) const = default;

 private:
  int height_;
  int width_;
};

}  // namespace fairdeal::rules
