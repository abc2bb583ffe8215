#pragma once

#include <array>

#include "rules/game.h"

namespace fairdeal::rules {

/// Three in a row. 5,478 reachable states, 255,168 games.
class TicTacToe {
 public:
  using Move = int;  ///< the square, 0…8, row by row

  static const GameInfo& info();
  static Result<TicTacToe> start(const Json& params, std::size_t seats);
  static Result<TicTacToe> load(const Json& params, std::size_t seats, const Json& state);

  std::vector<Want> wants() const;
  std::vector<Move> legal(Seat seat) const;
  Result<TicTacToe> after(const Event<Move>& event) const;
  std::optional<Payoff> result() const;
  Range bounds() const { return {-1, 1}; }
  std::optional<Payoff> scores() const { return {}; }
  /// {"board": nine of "_XO", "active": ["Xs"] or ["Os"]}.
  Json json() const;
  Json view(Observer observer, const Known& known) const;
  std::string draw(Observer observer, const Known& known) const;

  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);
  std::string label(Seat seat, const Move& move) const;

  /// Whether the square, if it were the seat's, would complete a line.
  bool completes_line(Seat seat, int square) const;

  bool operator==(const TicTacToe&) const = default;

 private:
  std::array<std::uint16_t, 2> marks_{};  ///< a bit for each square, by seat
  Seat active_{0};
  std::optional<Payoff> settled_{};  ///< ended by an absence, not by play
};

}  // namespace fairdeal::rules
