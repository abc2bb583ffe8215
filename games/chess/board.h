#pragma once

#include <compare>
#include <optional>

#include "games/chess/attacks.h"
#include "rules/move_list.h"
#include "rules/position.h"

namespace fairdeal::rules::chess {

enum class Piece : std::uint8_t { pawn, knight, bishop, rook, queen, king };
constexpr std::size_t kPieces = 6;

/// A move. Castling is written as the king's move. `promotion` is pawn if nothing is promoted.
struct Move {
  SquareIndex from = 0;
  SquareIndex to = 0;
  Piece promotion = Piece::pawn;
  auto operator<=>(const Move&) const = default;
};

/// A chess position, with what a FEN says about it. It has all rules except repetition, which one
/// position cannot know.
///
/// `moves` first finds the pinned pieces and the squares on which a piece answers a check. So it
/// makes only moves that do not leave the king in check, and need not try them out.
class Board {
 public:
  using Move = chess::Move;
  using Moves = MoveList<Move, 512>;

  static const GameInfo& info();
  static Board initial();

  Seat mover() const { return Seat(static_cast<std::uint32_t>(side_)); }
  Moves moves() const;
  void play(const Move& move);
  /// Returns whether there is no legal move or the game is a draw: by too few pieces, or by fifty
  /// moves of each side without a capture or pawn move (let_quiet() changes this number).
  bool over() const { return is_draw() || !can_move(); }
  Payoff payoff() const;
  static Json move_json(const Move& move);  ///< "e2e4", "a7a8q"

  Side side() const { return side_; }
  /// Returns the number of the move; White and Black have the same.
  std::uint16_t number() const { return number_; }
  bool in_check() const { return checkers() != 0; }
  bool checkmate() const { return in_check() && !can_move(); }
  bool stalemate() const { return !in_check() && !can_move(); }
  /// Returns whether no legal moves, however bad, let this side give mate:
  /// has_insufficient_material of python-chess and lichess. It counts pieces and looks at no
  /// squares but their colour, so a position in which all pawns are blocked has material enough.
  bool insufficient_material(Side side) const;
  bool too_few_pieces() const {
    return insufficient_material(Side::white) && insufficient_material(Side::black);
  }
  /// Returns how many moves both sides together have made since the last capture or pawn move.
  std::size_t quiet_plies() const { return quiet_plies_; }
  /// Sets how many quiet plies make a draw.
  void let_quiet(std::uint8_t plies) { quiet_limit_ = plies; }
  std::uint8_t quiet_limit() const { return quiet_limit_; }
  /// Returns the position in a form that is equal for all positions which the law of repetition
  /// calls the same: without the counts of moves, and with the square that a pawn has just passed
  /// only if the pawn can be taken there.
  Board as_repeated() const;
  std::optional<Piece> piece_at(int square) const;
  std::optional<Side> side_at(int square) const;

  // For a search (rules/players/position_search.h).
  /// Returns material, mobility, pawns and the safety of kings, as part of a win.
  std::int64_t estimate(Seat seat) const;
  /// Captures that gain, the greatest first, and promotions come before other moves.
  std::int64_t promise(const Move& move) const;
  /// Returns the moves with such a promise.
  Moves forcing() const;
  bool urgent() const { return in_check(); }

  /// Reads a FEN. Errors: bad_parameters, if it is not a FEN or the position is impossible in
  /// chess.
  static Result<Board> parse_fen(const std::string& fen);
  std::string fen() const;

  bool operator==(const Board&) const = default;

 private:
  class Judge;
  static constexpr SquareIndex kNowhere = 64;
  enum Castling : std::uint8_t { kWhiteShort = 1, kWhiteLong = 2, kBlackShort = 4, kBlackLong = 8 };

  /// Calls `visit` with each legal move as long as it returns true. Returns whether it always did.
  template <class Visit>
  bool each_move(Visit&& visit) const;
  template <class Visit>
  bool each_pawn_move(Bits pinned, Bits answers, Visit&& visit) const;
  template <class Visit>
  bool each_castling(Bits attacked, Visit&& visit) const;
  bool en_passant_is_safe(int from) const;

  bool can_move() const;
  bool is_draw() const { return quiet_plies_ >= quiet_limit_ || too_few_pieces(); }
  Bits pieces(Side side, Piece piece) const {
    return by_side_[index(side)] & by_piece_[static_cast<std::size_t>(piece)];
  }
  Bits sliders(Side side, Piece straight_or_diagonal) const {
    return pieces(side, straight_or_diagonal) | pieces(side, Piece::queen);
  }
  Bits occupied() const { return by_side_[0] | by_side_[1]; }
  SquareIndex king(Side side) const { return first(pieces(side, Piece::king)); }
  Bits attackers(int square, Side by, Bits occupied_squares) const;
  Bits attacked_by(Side side, Bits occupied_squares) const;
  Bits checkers() const { return attackers(king(side_), other(side_), occupied()); }
  Bits pinned() const;
  void put(Side side, Piece piece, int square);
  void clear(int square);
  Result<> check() const;

  std::array<Bits, kPieces> by_piece_{};
  std::array<Bits, 2> by_side_{};
  std::uint16_t quiet_plies_ = 0;  ///< since the last capture or pawn move
  std::uint16_t number_ = 1;       ///< the number of the move; White and Black have the same
  Side side_ = Side::white;
  std::uint8_t castling_ = 0;
  SquareIndex en_passant_ = kNowhere;  ///< the square a pawn has just passed
  std::uint8_t quiet_limit_ = 100;
};

}  // namespace fairdeal::rules::chess
