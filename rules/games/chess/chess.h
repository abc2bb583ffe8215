#pragma once

#include "rules/games/chess/fide.h"

namespace fairdeal::rules {

/// Standard algebraic notation of a legal move: "Nbd7", "exd5", "O-O", "a8=Q+". What tells two
/// equal pieces apart is the file where it does, else the rank, else both.
std::string san(const chess::Board& board, const chess::Move& move);

/// Chess. A state is one FEN, so there is no draw by repetition; fifty moves and too few pieces end
/// the game at once. With the parameter `fide` it is as people play it: see chess::Fide.
class Chess {
 public:
  using Move = std::string;  ///< in standard algebraic notation, or a word of Fide

  static const GameInfo& info() { return chess::Board::info(); }
  static Result<Chess> start(const Json& params, std::size_t seats);
  static Result<Chess> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return board_.mover(); }
  std::vector<Move> moves() const;
  void play(const Move& move);
  bool over() const { return board_.over() || (fide_ && fide_->over(board_)); }
  Payoff payoff() const { return board_.over() ? board_.payoff() : fide_->payoff(board_); }
  Range bounds() const { return {-1, 1}; }
  /// {"fen", "active": [role]}, and under "fide" what that knows, if it is played so.
  Json json() const;
  std::string draw() const { return draw_for(Seat(0)); }
  /// From the side of that seat.
  std::string draw_for(Seat seat) const;
  /// "Checkmate.", or why it is a draw. Requires: over.
  std::string ending() const;
  static Json move_json(const Move& move) { return move; }
  /// Also by the squares it goes from and to: "e2e4", "a7a8q"; "draw" answers an offer, else claims
  /// where that can be, else offers.
  std::vector<std::string> names_of(const Move& move) const;
  static Result<Move> parse_move(const Json& json);

  const chess::Board& board() const { return board_; }
  std::uint64_t hash() const { return hash_of(board_); }
  bool operator==(const Chess&) const = default;

 private:
  explicit Chess(const chess::Board& board) : board_(board) {}
  std::vector<std::string> words() const {
    return fide_ && !over() ? fide_->words(board_) : std::vector<std::string>{};
  }

  chess::Board board_;
  std::optional<chess::Fide> fide_{};
};

}  // namespace fairdeal::rules
