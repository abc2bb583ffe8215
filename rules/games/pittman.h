#pragma once

#include <array>

#include "rules/position.h"

namespace fairdeal::rules {

/// Tic-tac-toe as Tom Pittman's tutorial has it: a state is its node number, the squares 1…9 in the
/// order in which they were played, X first. It carries its whole history.
class PittmanTicTacToe {
 public:
  using Move = int;  ///< 1…9

  static const GameInfo& info();
  static Result<PittmanTicTacToe> start(const Json& params, std::size_t seats);
  static Result<PittmanTicTacToe> load(const Json& params, std::size_t seats, const Json& state);
  /// Errors: bad_parameters (a square twice, or play after a win).
  static Result<PittmanTicTacToe> from_node(const std::string& node);

  Seat mover() const { return Seat(static_cast<std::uint32_t>(node_.size() % 2)); }
  std::vector<Move> moves() const;
  void play(Move square) { node_ += static_cast<char>('0' + square); }
  bool over() const { return won(Seat(0)) || won(Seat(1)) || node_.size() == 9; }
  Payoff payoff() const;
  Range bounds() const { return {-1, 1}; }
  /// {"node", "cells": nine of "X", "O" or the square's number, "x_mask", "o_mask": bit s for
  /// square s, "to_move": "X", "O" or null, "x_won", "o_won", "cats_game"}.
  Json json() const;
  std::string draw() const;
  static Json move_json(const Move& move) { return move; }
  static Result<Move> parse_move(const Json& json);

  const std::string& node() const { return node_; }
  /// The eight lines, square s being bit s: rows, columns, diagonals.
  static const std::array<int, 8>& win_masks();

  std::uint64_t hash() const { return hash_bytes(node_.data(), node_.size()); }
  bool operator==(const PittmanTicTacToe&) const = default;

 private:
  int mask(Seat seat) const;
  bool won(Seat seat) const;

  std::string node_{};
};

/// What a node is worth to who moves there, after best play on both sides; who wins does so as
/// soon, who loses as late as can be.
struct NodeValue {
  int value = 0;         ///< 1, 0, −1
  int plies_to_end = 0;  ///< from here
};
NodeValue node_value(const PittmanTicTacToe& node);

/// The same without the search for speed, looking at squares that differ under reflection and
/// rotation only, at the first two plies. `squares` answers which these are.
int pruned_value(const PittmanTicTacToe& node);
std::vector<int> squares_to_try(const PittmanTicTacToe& node);

}  // namespace fairdeal::rules
