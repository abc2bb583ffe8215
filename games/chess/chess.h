#pragma once

#include "games/chess/fide.h"
#include "rules/players/thinker.h"

namespace fairdeal::rules {

/// Returns the standard algebraic notation of a legal move: "Nbd7", "exd5", "O-O", "a8=Q+". If two
/// pieces of a kind can move to the same square, it adds the file of the one that moves, or the
/// rank if the file is the same, or both if neither is enough.
std::string san(const chess::Board& board, const chess::Move& move);

/// Chess. A state is one FEN, so there is no draw by repetition. The game ends at once after fifty
/// quiet moves of each side, or with too few pieces for a mate. With the parameter `fide` the rules
/// are those that people play by: see chess::Fide. A flag, or a player who leaves, loses the match,
/// but draws it against a side with insufficient material (article 6.9 of the FIDE Laws, by
/// Board::insufficient_material).
class Chess {
 public:
  using Move = std::string;  ///< standard algebraic notation, or a word of Fide

  static const GameInfo& info() { return chess::Board::info(); }
  static Result<Chess> start(const Json& params, std::size_t seats);
  static Result<Chess> load(const Json& params, std::size_t seats, const Json& state);

  Seat mover() const { return board_.mover(); }
  std::vector<Move> moves() const;
  void play(const Move& move);
  bool over() const { return board_.over() || (fide_ && fide_->over(board_)); }
  Payoff payoff() const { return board_.over() ? board_.payoff() : fide_->payoff(board_); }
  Range bounds() const { return {-1, 1}; }
  /// Returns {"fen", "active": [role]}, and with the parameter `fide` also "fide": Fide::json().
  Json json() const;
  /// Returns {"move": 12, "second": true} before the move of Black that is the twelfth: for the
  /// log.
  Json heading() const {
    return {{"move", board_.number()}, {"second", board_.side() == chess::Side::black}};
  }
  std::string draw() const { return draw_for(Seat(0)); }
  /// Draws the board from the seat's side.
  std::string draw_for(Seat seat) const;
  /// Returns "Checkmate.", or why the game is over otherwise. Requires: it is over.
  std::string ending() const;
  /// Returns "A draw: Black cannot give mate." if White, the seat, falls silent or leaves and Black
  /// has insufficient material; else nothing.
  std::string drawn_without(Seat seat) const;
  static Json move_json(const Move& move) { return move; }
  /// Returns the move and its other name: a move also has its squares ("e2e4", "a7a8q"). The name
  /// "draw" means to accept an offer if there is one, else to claim a draw if that is possible,
  /// else to offer one.
  std::vector<std::string> names_of(const Move& move) const;
  static Result<Move> parse_move(const Json& json);

  /// Searches boards, and not texts. A move that repeats a position counts as a draw.
  Result<Thought> look_ahead(const LookaheadPlan& plan, const Budget& budget, const GoOn& go_on,
                             Rng& rng) const;

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
