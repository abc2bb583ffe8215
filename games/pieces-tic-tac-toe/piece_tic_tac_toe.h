#pragma once

#include <array>

#include "rules/checkerboard.h"
#include "rules/pieces.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// Tic-tac-toe whose rules are written as pieces with options (rules/pieces.h): nine pieces without
/// an owner, each with one option, which takes it. It has the states that Multigame records or, if
/// kLikeLibrary, those of `TicTacToe`.
template <bool kLikeLibrary>
class PieceTicTacToe {
 public:
  using Move = int;  ///< the square, 0…8

  /// The state that the effects of options change.
  struct State {
    std::array<std::optional<Seat>, 9> marks{};
    bool ended = false;
    std::optional<Seat> winner{};
    bool operator==(const State&) const = default;
  };
  static const PieceRules<State>& rules();

  static const GameInfo& info();
  static Result<PieceTicTacToe> start(const Json& params, std::size_t seats);
  static Result<PieceTicTacToe> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return active_; }
  std::vector<Move> moves() const;
  void play(Move square);
  bool over() const { return state_.ended; }
  Payoff payoff() const { return state_.winner ? win_for(*state_.winner) : Payoff{0, 0}; }
  Range bounds() const { return {-1, 1}; }
  /// Returns {"cells": three rows of null, "X", "O"; "active": [role], "ended", "winner": a role or
  /// null}; if kLikeLibrary, as TicTacToe does.
  Json json() const;
  std::string draw() const;
  std::string label(Seat, Move move) const { return square_name(Square{move / 3, move % 3}); }
  /// Returns [row, column], which is the id of the piece and of its option; if kLikeLibrary, the
  /// number 3 · row + column.
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  /// Takes an option for a player, by the ids of the piece and the option.
  /// Errors: illegal_move ("bad piece", "bad option", or it is another player's turn).
  Result<PieceTicTacToe> commit(Seat player, const PieceOption& choice) const;
  const State& state() const { return state_; }

  std::uint64_t hash() const;
  bool operator==(const PieceTicTacToe&) const = default;

 private:
  State state_{};
  Seat active_{0};
};

using MultigameTicTacToe = PieceTicTacToe<false>;
using PiecesTicTacToe = PieceTicTacToe<true>;

}  // namespace fairdeal::rules
