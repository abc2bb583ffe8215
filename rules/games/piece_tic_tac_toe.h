#pragma once

#include <array>

#include "rules/pieces.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// Tic-tac-toe said by pieces and options: nine pieces of nobody, each with one option, to take it.
/// As Multigame records it, or (kLikeLibrary) with the very states of `TicTacToe`.
template <bool kLikeLibrary>
class PieceTicTacToe {
 public:
  using Move = int;  ///< the square, 0…8

  /// What effects change.
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
  /// {"cells": three rows of null, "X", "O"; "active": [role], "ended", "winner": role or null}.
  Json json() const;
  std::string draw() const;
  /// [row, column]: the id of the piece and of its option; or 3 · row + column.
  static Json move_json(const Move& move);
  static Result<Move> parse_move(const Json& json);

  /// Takes an option as its rules have it: for a player, by the ids of piece and option.
  /// Errors: illegal_move: "bad piece", "bad option", or that another decides.
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
