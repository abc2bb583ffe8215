#include "games/chess/board.h"

namespace fairdeal::rules::chess {
namespace {

constexpr Bits kFirstRank = 0xff;
constexpr Bits kLightSquares = 0x55aa'55aa'55aa'55aa;

constexpr SquareIndex place(int square) { return static_cast<SquareIndex>(square); }
constexpr int forward(Side side) { return side == Side::white ? 8 : -8; }
/// A rank as its side counts it, from 0.
constexpr Bits rank_for(Side side, int rank) {
  return kFirstRank << 8 * (side == Side::white ? rank : 7 - rank);
}

/// Which castling rights survive a move from or to each square.
constexpr auto kCastlingLeft = [] {
  std::array<std::uint8_t, 64> left{};
  for (auto& rights : left) rights = 15;
  left[0] = 15 - 2, left[4] = 15 - 3, left[7] = 15 - 1;
  left[56] = 15 - 8, left[60] = 15 - 12, left[63] = 15 - 4;
  return left;
}();

}  // namespace

Bits Board::attackers(int square, Side by, Bits occupied_squares) const {
  const auto at = static_cast<std::size_t>(square);
  return (kAttacks.pawn[index(other(by))][at] & pieces(by, Piece::pawn)) |
         (kAttacks.knight[at] & pieces(by, Piece::knight)) |
         (kAttacks.king[at] & pieces(by, Piece::king)) |
         (bishop_attacks(square, occupied_squares) & sliders(by, Piece::bishop)) |
         (rook_attacks(square, occupied_squares) & sliders(by, Piece::rook));
}

Bits Board::attacked_by(Side side, Bits occupied_squares) const {
  constexpr Bits kNotA = 0xfefe'fefe'fefe'fefe, kNotH = 0x7f7f'7f7f'7f7f'7f7f;
  const Bits pawns = pieces(side, Piece::pawn);
  Bits squares = side == Side::white ? (pawns & kNotA) << 7 | (pawns & kNotH) << 9
                                     : (pawns & kNotA) >> 9 | (pawns & kNotH) >> 7;
  squares |= kAttacks.king[king(side)];
  for (Bits left = pieces(side, Piece::knight); left != 0; left &= left - 1)
    squares |= kAttacks.knight[first(left)];
  for (Bits left = sliders(side, Piece::bishop); left != 0; left &= left - 1)
    squares |= bishop_attacks(first(left), occupied_squares);
  for (Bits left = sliders(side, Piece::rook); left != 0; left &= left - 1)
    squares |= rook_attacks(first(left), occupied_squares);
  return squares;
}

Bits Board::pinned() const {
  const SquareIndex own_king = king(side_);
  const Bits theirs = by_side_[index(other(side_))], own = by_side_[index(side_)];
  // Sliders that would attack the king if none of its own pieces stood in between.
  const Bits snipers = (rook_attacks(own_king, theirs) & sliders(other(side_), Piece::rook)) |
                       (bishop_attacks(own_king, theirs) & sliders(other(side_), Piece::bishop));
  Bits pinned = 0;
  for (Bits left = snipers; left != 0; left &= left - 1) {
    const Bits shield = kAttacks.between[own_king][first(left)] & own;
    if (std::has_single_bit(shield)) pinned |= shield;
  }
  return pinned;
}

bool Board::en_passant_is_safe(int from) const {
  // Two pawns leave their rank at once, so neither is pinned by the usual test.
  const int captured = en_passant_ - forward(side_);
  const Bits after = (occupied() ^ bit(from) ^ bit(captured)) | bit(en_passant_);
  return (attackers(king(side_), other(side_), after) & ~bit(captured)) == 0;
}

template <class Visit>
bool Board::each_pawn_move(Bits pinned, Bits answers, Visit&& visit) const {
  const SquareIndex own_king = king(side_);
  const Bits free = ~occupied(), theirs = by_side_[index(other(side_))];
  return each(pieces(side_, Piece::pawn), [&](SquareIndex from) {
    Bits targets = bit(from + forward(side_)) & free;
    if (targets != 0 && (bit(from) & rank_for(side_, 1)) != 0)
      targets |= bit(from + 2 * forward(side_)) & free;
    const Bits captures = kAttacks.pawn[index(side_)][from];
    targets |= captures & theirs;
    targets &= answers;
    if ((pinned & bit(from)) != 0) targets &= kAttacks.line[own_king][from];
    const bool goes_on = each(targets, [&](SquareIndex to) {
      if ((bit(to) & rank_for(side_, 7)) == 0) return visit(Move{from, to});
      for (const Piece piece : {Piece::knight, Piece::bishop, Piece::rook, Piece::queen})
        if (!visit(Move{from, to, piece})) return false;
      return true;
    });
    if (!goes_on) return false;
    if (en_passant_ == kNowhere || (captures & bit(en_passant_)) == 0) return true;
    return !en_passant_is_safe(from) || visit(Move{from, en_passant_});
  });
}

template <class Visit>
bool Board::each_castling(Bits attacked, Visit&& visit) const {
  const bool white = side_ == Side::white;
  const int home = white ? 4 : 60;
  const auto may = [&](std::uint8_t right, Bits free, Bits safe) {
    return (castling_ & right) != 0 && (occupied() & (free << (home - 4))) == 0 &&
           (attacked & (safe << (home - 4))) == 0;
  };
  if (may(white ? kWhiteShort : kBlackShort, 0b0110'0000, 0b0110'0000) &&
      !visit(Move{place(home), place(home + 2)}))
    return false;
  return !may(white ? kWhiteLong : kBlackLong, 0b0000'1110, 0b0000'1100) ||
         visit(Move{place(home), place(home - 2)});
}

template <class Visit>
bool Board::each_move(Visit&& visit) const {
  const SquareIndex own_king = king(side_);
  const Bits own = by_side_[index(side_)];
  const Bits attacked = attacked_by(other(side_), occupied() ^ bit(own_king));
  const Bits checks = (attacked & bit(own_king)) != 0 ? checkers() : 0;
  // Where a piece other than the king may go: a check is taken, or stood in the way of.
  const Bits answers = checks == 0 ? ~Bits{0} : checks | kAttacks.between[own_king][first(checks)];

  const auto each_target = [&](SquareIndex from, Bits targets) {
    return each(targets & ~own, [&](SquareIndex to) { return visit(Move{from, to}); });
  };
  if (!std::has_single_bit(checks) && checks != 0)
    return each_target(own_king, kAttacks.king[own_king] & ~attacked);

  const Bits pins = pinned();
  const auto unpinned = [&](SquareIndex from, Bits targets) {
    return (pins & bit(from)) == 0 ? targets & answers
                                   : targets & answers & kAttacks.line[own_king][from];
  };
  return each_pawn_move(pins, answers, visit) &&
         each(pieces(side_, Piece::knight) & ~pins,
              [&](SquareIndex from) {
                return each_target(from, kAttacks.knight[from] & answers);
              }) &&
         each(sliders(side_, Piece::bishop),
              [&](SquareIndex from) {
                return each_target(from, unpinned(from, bishop_attacks(from, occupied())));
              }) &&
         each(sliders(side_, Piece::rook),
              [&](SquareIndex from) {
                return each_target(from, unpinned(from, rook_attacks(from, occupied())));
              }) &&
         each_target(own_king, kAttacks.king[own_king] & ~attacked) &&
         (checks != 0 || each_castling(attacked, visit));
}

bool Board::can_move() const {
  return !each_move([](const Move&) { return false; });
}

Board::Moves Board::moves() const {
  Moves moves;
  if (is_draw()) return moves;
  each_move([&](const Move& move) {
    moves.push_back(move);
    return true;
  });
  return moves;
}

Board Board::as_repeated() const {
  Board same = *this;
  same.quiet_plies_ = 0;
  same.number_ = 1;
  const bool can_take = en_passant_ != kNowhere && !each_move([&](const Move& move) {
                          return move.to != en_passant_ || piece_at(move.from) != Piece::pawn;
                        });
  if (!can_take) same.en_passant_ = kNowhere;
  return same;
}

bool Board::insufficient_material(Side side) const {
  const auto all = [this](Piece piece) { return by_piece_[static_cast<std::size_t>(piece)]; };
  const Bits own = by_side_[index(side)], opposing = by_side_[index(other(side))];
  if ((own & (all(Piece::pawn) | all(Piece::rook) | all(Piece::queen))) != 0) return false;
  // A lone knight mates only if a piece of the other side stands in its king's way. A queen there
  // never leaves the king without an answer.
  if ((own & all(Piece::knight)) != 0)
    return std::popcount(own) == 2 && (opposing & ~(all(Piece::king) | all(Piece::queen))) == 0;
  const Bits bishops = all(Piece::bishop);
  if ((own & bishops) == 0) return true;
  const bool one_colour = (bishops & kLightSquares) == 0 || (bishops & ~kLightSquares) == 0;
  return one_colour && (all(Piece::pawn) | all(Piece::knight)) == 0;
}

Payoff Board::payoff() const {
  return checkmate() ? win_for(Seat(1 - mover().value)) : Payoff{0, 0};
}

std::optional<Piece> Board::piece_at(int square) const {
  for (std::size_t piece = 0; piece < kPieces; ++piece)
    if ((by_piece_[piece] & bit(square)) != 0) return static_cast<Piece>(piece);
  return {};
}

std::optional<Side> Board::side_at(int square) const {
  for (const Side side : {Side::white, Side::black})
    if ((by_side_[index(side)] & bit(square)) != 0) return side;
  return {};
}

void Board::put(Side side, Piece piece, int square) {
  by_side_[index(side)] |= bit(square);
  by_piece_[static_cast<std::size_t>(piece)] |= bit(square);
}

void Board::clear(int square) {
  for (Bits& set : by_piece_) set &= ~bit(square);
  for (Bits& set : by_side_) set &= ~bit(square);
}

void Board::play(const Move& move) {
  const Piece piece = *piece_at(move.from);
  const bool captures = (occupied() & bit(move.to)) != 0;
  clear(move.from);
  if (captures) clear(move.to);
  put(side_, move.promotion == Piece::pawn ? piece : move.promotion, move.to);

  const int distance = move.to - move.from;
  if (piece == Piece::pawn && move.to == en_passant_) clear(move.to - forward(side_));
  if (piece == Piece::king && distance == 2) {
    clear(move.to + 1);
    put(side_, Piece::rook, move.to - 1);
  }
  if (piece == Piece::king && distance == -2) {
    clear(move.to - 2);
    put(side_, Piece::rook, move.to + 1);
  }
  const bool two_steps = piece == Piece::pawn && (distance == 16 || distance == -16);
  en_passant_ = two_steps ? place(move.from + distance / 2) : kNowhere;
  castling_ =
      static_cast<std::uint8_t>(castling_ & kCastlingLeft[move.from] & kCastlingLeft[move.to]);
  quiet_plies_ =
      captures || piece == Piece::pawn ? 0 : static_cast<std::uint16_t>(quiet_plies_ + 1);
  if (side_ == Side::black) ++number_;
  side_ = other(side_);
}

}  // namespace fairdeal::rules::chess
