#pragma once

#include <array>
#include <utility>

#include "rules/checkerboard.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// A move on an empty cell jumps in straight lines over cells of one opponent each to cells of
/// one's own, and wins them all with the empty one. Who cannot move is skipped; when nobody can,
/// most cells win. For three seats: blue, red, green.
///
/// The board with whose turn it is. A rim of walls around the cells ends every line.
class TriboloBoard {
 public:
  static constexpr Checkerboard kShape{11, 16};
  static constexpr std::uint32_t kSeats = 3;

  /// A target. Its JSON form is [x, y]: column, then row.
  struct Move {
    Square cell;
    bool operator==(const Move&) const = default;
    friend std::strong_ordering operator<=>(const Move& a, const Move& b) {
      return std::pair(a.cell.column, a.cell.row) <=> std::pair(b.cell.column, b.cell.row);
    }
  };
  /// Cells of one opponent that a move wins, from the target on.
  struct Jump {
    Seat loser;
    std::vector<Square> taken;
  };

  TriboloBoard();

  static const GameInfo& info();
  std::optional<Seat> turn() const;  ///< nobody's at the end
  bool over() const { return mover_ == kSeats; }
  Seat mover() const { return Seat(mover_); }
  std::vector<Move> moves() const;
  std::size_t mobility(Seat seat) const;
  /// What the seat would win by a move there besides the target; nothing if it may not.
  std::vector<Jump> jumps(Seat seat, Square target) const;
  bool can_move(Seat seat, Square target) const;
  bool can_move(Seat seat) const;
  void play(const Move& move);
  /// The turn goes to `seat`, or else to the next that can move.
  void give_turn(Seat seat);
  /// Who has most cells shares two with its like, and the others lose as much.
  Payoff payoff() const;
  std::vector<Seat> leaders() const;
  const std::array<std::int32_t, kSeats>& cells() const { return cells_; }

  /// Puts a wall ('#') or a cell of a seat ('b', 'r', 'g') on an empty cell.
  void place(Square square, char what);
  /// 11 rows of ".#brg", joined by '/'.
  std::string text() const;
  /// Errors: bad_parameters. It is nobody's turn.
  static Result<TriboloBoard> parse(const std::string& text);
  static Json move_json(const Move& move);

  bool operator==(const TriboloBoard&) const = default;

 private:
  static constexpr int kStride = 18;  ///< a row with its two walls
  static constexpr std::array<int, 8> kDirections{-1, 1, -kStride, kStride, -19, -17, 17, 19};

  static constexpr std::size_t at(Square s) {
    return static_cast<std::size_t>(s.row + 1) * kStride + static_cast<std::size_t>(s.column + 1);
  }
  /// How many cells `seat` would win in a direction from an empty cell.
  int run(char own, std::size_t from, int direction) const;
  template <class Visit>
  void each_target(Seat seat, Visit&& visit) const;

  std::array<char, 13 * kStride + 2> board_{};
  std::array<std::int32_t, kSeats> cells_{};
  std::uint32_t mover_ = kSeats;
};

}  // namespace fairdeal::rules
