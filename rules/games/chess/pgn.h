#pragma once

#include <string>
#include <vector>

#include "rules/any_game.h"

namespace fairdeal::rules {

/// A match of chess in Portable Game Notation (Edwards 1994), export format: the seven tags, the
/// position if it is not the usual one, and moves in lines of at most 80 columns.
class Pgn {
 public:
  /// `start`: the match before its first move; `event`: what is written under that tag.
  Pgn(const AnyGame& start, SeatNames names, std::string event);

  /// What happened next, and what came of it.
  void on(const AnyEvent& event, const AnyGame& after);
  std::string text() const;

 private:
  void broken_off(Seat seat, const std::string& how);
  std::string result() const;
  std::string termination() const;
  std::string moves() const;

  std::string fen_;
  SeatNames names_;
  std::string event_;
  std::vector<std::string> moves_{};  ///< in standard algebraic notation
  std::string comment_{};             ///< why it ended
  bool abandoned_ = false;
  std::optional<Payoff> payoff_{};
};

}  // namespace fairdeal::rules
