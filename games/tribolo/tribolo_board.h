#pragma once

#include <array>
#include <utility>

#include "rules/checkerboard.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// The board of Tribolo, for three seats: blue, red and green. A seat moves on an empty place from
/// which, in a straight line, cells of one opponent lie before a cell of its own. It wins the empty
/// place and, in every direction where that is so, the cells between. A seat that cannot move is
/// skipped. When no seat can move, the most cells win.
///
/// The board also knows whose turn it is. A rim of walls around it ends every line.
class TriboloBoard {
 public:
  static constexpr Checkerboard kShape{11, 16};
  static constexpr std::uint32_t kSeats = 3;

  /// A move on an empty place, its target. Its JSON form is [x, y]: column, then row.
  struct Move {
    Square cell;
    bool operator==(const Move&) const = default;
    friend std::strong_ordering operator<=>(const Move& a, const Move& b) {
      return std::pair(a.cell.column, a.cell.row) <=> std::pair(b.cell.column, b.cell.row);
    }
  };
  /// The cells of one opponent that a move wins in one direction, counted from the target.
  struct Jump {
    Seat loser;
    std::vector<Square> taken;
  };

  TriboloBoard();

  static const GameInfo& info();
  std::optional<Seat> turn() const;  ///< none when the match is over
  bool over() const { return mover_ == kSeats; }
  Seat mover() const { return Seat(mover_); }
  std::vector<Move> moves() const;
  std::size_t mobility(Seat seat) const;
  /// Returns what the seat would win besides the target; nothing if it may not move there.
  std::vector<Jump> jumps(Seat seat, Square target) const;
  bool can_move(Seat seat, Square target) const;
  bool can_move(Seat seat) const;
  void play(const Move& move);
  /// Gives the turn to `seat`, or to the next seat that can move.
  void give_turn(Seat seat);
  /// Returns 2 for a single winner and −1 for the others; 1 for two winners and −2 for the third; 0
  /// if all three have the same number of cells.
  Payoff payoff() const;
  std::vector<Seat> leaders() const;
  const std::array<std::int32_t, kSeats>& cells() const { return cells_; }

  /// Puts a wall ('#') or a cell of a seat ('b', 'r', 'g') on an empty cell.
  void place(Square square, char what);
  /// Returns the board as 11 rows of ".#brg", joined by '/'.
  std::string text() const;
  /// Reads a board from its text. It is then no seat's turn. Errors: bad_parameters.
  static Result<TriboloBoard> parse(const std::string& text);
  static Json move_json(const Move& move);

  bool operator==(const TriboloBoard&) const = default;

 private:
  static constexpr int kStride = 18;  ///< the width of a row with its two walls
  static constexpr std::array<int, 8> kDirections{-1, 1, -kStride, kStride, -19, -17, 17, 19};

  static constexpr std::size_t at(Square s) {
    return static_cast<std::size_t>(s.row + 1) * kStride + static_cast<std::size_t>(s.column + 1);
  }
  /// Returns how many cells the seat with the cells `own` would win in a direction from an empty
  /// place.
  int run(char own, std::size_t from, int direction) const;
  template <class Visit>
  void each_target(Seat seat, Visit&& visit) const;

  std::array<char, 13 * kStride + 2> board_{};
  std::array<std::int32_t, kSeats> cells_{};
  std::uint32_t mover_ = kSeats;
};

}  // namespace fairdeal::rules
