#pragma once

#include <array>

#include "rules/move_list.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// Tic-tac-toe: the first with three marks in a row wins. It has 5,478 reachable states and 255,168
/// different games. The states of Ludorum's library and of its tutorial differ in what `Names`
/// defines.
template <class Names>
class TicTacToePosition {
 public:
  using Move = int;  ///< the square, 0…8, row by row

  static const GameInfo& info();
  static Result<TicTacToePosition> start(const Json& params, std::size_t seats);
  static Result<TicTacToePosition> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return Seat(active_); }
  MoveList<Move, 9> moves() const;
  void play(Move square);
  bool over() const;
  Payoff payoff() const;
  Range bounds() const { return {-1, 1}; }
  /// Returns {"board": nine characters, "active": [role]}.
  Json json() const;
  std::string draw() const;
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);
  std::string label(Seat seat, const Move& move) const;

  /// Returns whether a mark of the seat on this square would complete a line.
  bool completes_line(Seat seat, int square) const;
  /// Returns the "board" of json().
  std::string board() const;

  bool operator==(const TicTacToePosition&) const = default;

 private:
  std::array<std::uint16_t, 2> marks_{};  ///< a bit for each square, by seat
  std::uint32_t active_ = 0;
};

struct LibraryNames {
  static constexpr const char* kGame = "tic-tac-toe";
  static constexpr const char* kShelf = "boards";
  static constexpr const char* kRoles[] = {"Xs", "Os"};
  static constexpr std::string_view kMarks = "XO_";
};
struct TutorialNames {
  static constexpr const char* kGame = "tutorial-tic-tac-toe";
  static constexpr const char* kShelf = "reference";
  static constexpr const char* kRoles[] = {"X", "O"};
  static constexpr std::string_view kMarks = "XO ";
};
using TicTacToe = TicTacToePosition<LibraryNames>;
using TutorialTicTacToe = TicTacToePosition<TutorialNames>;

}  // namespace fairdeal::rules
