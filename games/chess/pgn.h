#pragma once

#include <string>
#include <vector>

#include "rules/any_game.h"

namespace fairdeal::rules {

/// A match of chess in the export format of Portable Game Notation (Edwards 1994). It has the seven
/// tags, the first position if that is not the usual one, and the moves in lines of at most 80
/// columns.
class Pgn {
 public:
  /// Begins the record of a match. `start` is its first value, and `event` is written under the tag
  /// of that name.
  Pgn(const AnyGame& start, SeatNames names, std::string event);

  /// Adds what happened next. `after` is the value after it.
  void on(const AnyEvent& event, const AnyGame& after);
  std::string text() const;

 private:
  /// Notes that a seat has ended the match otherwise than by play.
  void broken_off(Seat seat, const std::string& how, const std::string& termination,
                  const AnyGame& after);
  std::string result() const;
  std::string termination() const;
  std::string moves() const;

  std::string fen_;
  SeatNames names_;
  std::string event_;
  std::vector<std::string> moves_{};    ///< in standard algebraic notation
  std::string comment_{};               ///< why the match ended
  std::string termination_ = "normal";  ///< as the tag of that name has it once the match is over
  std::optional<Payoff> payoff_{};
};

}  // namespace fairdeal::rules
