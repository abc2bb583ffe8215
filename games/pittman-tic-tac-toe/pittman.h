#pragma once

#include <array>

#include "rules/position.h"

namespace fairdeal::rules {

/// Tic-tac-toe with the states of Tom Pittman's tutorial. A state is a node number: the squares 1…9
/// in the order in which they were played, X first. So it contains the history of the game.
class PittmanTicTacToe {
 public:
  using Move = int;  ///< the square, 1…9

  static const GameInfo& info();
  static Result<PittmanTicTacToe> start(const Json& params, std::size_t seats);
  static Result<PittmanTicTacToe> load(const Json& params, std::size_t seats, const Json& state);
  /// Reads a node number. Errors: bad_parameters (a square twice, or play after a win).
  static Result<PittmanTicTacToe> from_node(const std::string& node);

  Seat mover() const { return Seat(static_cast<std::uint32_t>(node_.size() % 2)); }
  std::vector<Move> moves() const;
  void play(Move square) { node_ += static_cast<char>('0' + square); }
  bool over() const { return won(Seat(0)) || won(Seat(1)) || node_.size() == 9; }
  Payoff payoff() const;
  Range bounds() const { return {-1, 1}; }
  /// Returns {"node", "cells": nine of "X", "O" or the square's number, "x_mask", "o_mask": bit s
  /// for square s, "to_move": "X", "O" or null, "x_won", "o_won", "cats_game"}.
  Json json() const;
  std::string draw() const;
  static Json move_json(const Move& move) { return move; }
  static Result<Move> parse_move(const Json& json);

  const std::string& node() const { return node_; }
  /// Returns the eight lines (rows, columns, diagonals), with bit s for square s.
  static const std::array<int, 8>& win_masks();

  std::uint64_t hash() const { return hash_bytes(node_.data(), node_.size()); }
  bool operator==(const PittmanTicTacToe&) const = default;

 private:
  int mask(Seat seat) const;
  bool won(Seat seat) const;

  std::string node_{};
};

/// The value of a node with best play on both sides. The winner plays to win as soon as possible,
/// and the loser to lose as late as possible.
struct NodeValue {
  int value = 0;         ///< for the seat to move: 1, 0 or −1
  int plies_to_end = 0;  ///< how many plies the game goes on
};
NodeValue node_value(const PittmanTicTacToe& node);

/// Returns the value alone, as node_value() does. It looks only at squares_to_try(), and stops at
/// the first winning move.
int pruned_value(const PittmanTicTacToe& node);
/// Returns the squares that a search has to try. At the first two plies it leaves out those that
/// are the reflection or rotation of another.
std::vector<int> squares_to_try(const PittmanTicTacToe& node);

}  // namespace fairdeal::rules
