#pragma once

#include "games/chess/board.h"

namespace fairdeal::rules::chess {

/// The part of the FIDE Laws of Chess (2023), articles 5 and 9, for which one position is not
/// enough: the positions that may come again, an offer of a draw, and an end that a player
/// declares. The player to move may
///
///   resign;
///   offer a draw before it moves, if no offer stands; it stands until the other has moved;
///   accept the other's offer;
///   claim a draw when a position is there for the third time, or after fifty moves of each side
///   without a capture or a pawn move.
///
/// The fifth repetition and the seventy-fifth move end the match without a claim. Unlike the Laws,
/// this does not let a player resign on the other's turn, or claim a draw with a move still to
/// come.
class Fide {
 public:
  /// Returns the words that the player to move may say instead of a move, sorted. Requires: not
  /// over(now).
  std::vector<std::string> words(const Board& now) const;
  static bool is_word(const std::string& move);
  /// Does what a word says. Requires: it is one of `words`.
  void say(const std::string& word, const Board& now);
  /// Notes that a move has led from one position to the next.
  void on_move(const Board& before, const Board& after);

  /// Returns whether the position was there before `now`, which led to it.
  bool has_been(const Board& position) const;

  bool over(const Board& now) const { return end_ != End::none || times(now) >= 5; }
  /// Returns the result. Requires: over(now).
  Payoff payoff(const Board& now) const;
  /// Returns "White resigns.", or why the match is a draw. Requires: over(now).
  std::string ending(const Board& now) const;
  /// Returns "White offers a draw." while the offer stands; else nothing.
  std::string offer() const;

  /// Returns {"earlier": [FEN without its counts], "offered": a role or null, "end": a word or
  /// null}.
  Json json() const;
  /// Reads what json() wrote. Errors: bad_parameters.
  static Result<Fide> load(const Json& state, const Board& now);

  bool operator==(const Fide&) const = default;

 private:
  enum class End : std::uint8_t { none, resigned, agreed, claimed };

  /// Returns how often the position has been there, the present time included.
  std::size_t times(const Board& now) const;
  bool may_claim(const Board& now) const { return now.quiet_plies() >= 100 || times(now) >= 3; }

  std::vector<Board> earlier_{};  ///< as_repeated(), since the last capture or pawn move
  std::optional<Seat> offered_{};
  End end_ = End::none;
};

}  // namespace fairdeal::rules::chess
