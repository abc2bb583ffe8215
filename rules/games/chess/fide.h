#pragma once

#include "rules/games/chess/board.h"

namespace fairdeal::rules::chess {

/// What the FIDE Laws of Chess (2023), articles 5 and 9, know beyond one position: the positions
/// that may come again, an offer of a draw, and ends that somebody declares. Who is to move may
///
///   resign;
///   offer a draw, and then moves; the offer stands until the other has moved, and only one does;
///   accept the other's offer;
///   claim a draw in a position that is there for the third time, or after fifty moves of each side
///   without a capture or a pawn's move.
///
/// The fifth time and the seventy-fifth move end the match by themselves. Other than in the Laws
/// nobody resigns on the other's turn, and no claim announces a move to come.
class Fide {
 public:
  /// The words that the mover of `now` may say instead of a move, sorted. Requires: not over(now).
  std::vector<std::string> words(const Board& now) const;
  static bool is_word(const std::string& move);
  /// Requires one of `words`.
  void say(const std::string& word, const Board& now);
  /// A move has led from one position to the next.
  void on_move(const Board& before, const Board& after);

  bool over(const Board& now) const { return end_ != End::none || times(now) >= 5; }
  /// Requires: over(now).
  Payoff payoff(const Board& now) const;
  /// "White resigns.", or why it is a draw. Requires: over(now).
  std::string ending(const Board& now) const;
  /// "White offers a draw.", while the offer stands; else nothing.
  std::string offer() const;

  /// {"earlier": [FEN without its counts], "offered": role or null, "end": word or null}.
  Json json() const;
  /// Errors: bad_parameters.
  static Result<Fide> load(const Json& state, const Board& now);

  bool operator==(const Fide&) const = default;

 private:
  enum class End : std::uint8_t { none, resigned, agreed, claimed };

  /// How often the position is or was there.
  std::size_t times(const Board& now) const;
  bool may_claim(const Board& now) const { return now.quiet_plies() >= 100 || times(now) >= 3; }

  std::vector<Board> earlier_{};  ///< as_repeated, since the last capture or pawn's move
  std::optional<Seat> offered_{};
  End end_ = End::none;
};

}  // namespace fairdeal::rules::chess
