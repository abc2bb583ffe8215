#include <algorithm>

#include "games/chess/board.h"

/// What a search takes a chess position for (Shannon, "Programming a Computer for Playing Chess",
/// 1950): material, mobility, pawns and the safety of kings, in hundredths of a pawn. Each part has
/// a value for the middle of the game and one for its end, between which the material that is left
/// decides.
namespace fairdeal::rules::chess {
namespace {

/// A value for the middle and one for the end of the game.
struct Phased {
  int middle = 0;
  int end = 0;
  constexpr Phased& operator+=(Phased more) {
    middle += more.middle;
    end += more.end;
    return *this;
  }
};
constexpr Phased operator+(Phased a, Phased b) { return {a.middle + b.middle, a.end + b.end}; }
constexpr Phased operator*(int times, Phased one) { return {times * one.middle, times * one.end}; }

constexpr std::array<Phased, kPieces> kMaterial{
    {{100, 120}, {320, 300}, {330, 320}, {500, 530}, {950, 980}, {0, 0}}};
/// How much each piece counts for the phase; kAllPhases is the start of a game.
constexpr std::array<int, kPieces> kPhases{0, 1, 1, 2, 4, 0};
constexpr int kAllPhases = 24;

constexpr Phased kTwoBishops{30, 45}, kOpenFile{22, 10}, kHalfOpenFile{10, 6};
constexpr Phased kIsolated{-12, -14}, kDoubled{-8, -18}, kBackward{-6, -4};
constexpr std::array<Phased, 6> kMobility{{{0, 0}, {4, 4}, {4, 4}, {2, 4}, {1, 2}, {0, 0}}};
constexpr std::array<int, 6> kUsualMobility{0, 4, 6, 7, 13, 0};
constexpr std::array<int, 8> kPassedMiddle{0, 5, 8, 15, 30, 55, 90, 0};
constexpr std::array<int, 8> kPassedEnd{0, 12, 18, 35, 65, 110, 170, 0};
constexpr int kShelter = 12, kBesideKing = 9, kTempo = 12;

constexpr Bits kFileA = 0x0101'0101'0101'0101;
constexpr Bits file_bits(int file) { return kFileA << file; }
constexpr Bits files_beside(int file) {
  return (file > 0 ? file_bits(file - 1) : 0) | (file < 7 ? file_bits(file + 1) : 0);
}
/// The squares before a rank, as the side sees it.
constexpr Bits ahead(Side side, int rank) {
  if (side == Side::white) return rank == 7 ? 0 : ~Bits{0} << (8 * (rank + 1));
  return rank == 0 ? 0 : ~Bits{0} >> (8 * (8 - rank));
}
/// 0 at the edge of the board, 3 in its middle.
constexpr int centrality(int square) {
  const int file = std::min(file_of(square), 7 - file_of(square));
  const int rank = std::min(rank_of(square), 7 - rank_of(square));
  return std::min(file, rank);
}
int rank_of_side(Side side, int square) {
  return side == Side::white ? rank_of(square) : 7 - rank_of(square);
}

}  // namespace

/// Judges one side of a board.
class Board::Judge {
 public:
  Judge(const Board& board, Side side)
      : board_(board),
        side_(side),
        own_pawns_(board.pieces(side, Piece::pawn)),
        their_pawns_(board.pieces(other(side), Piece::pawn)) {}

  Phased judge() const {
    Phased sum;
    for (std::size_t piece = 0; piece < kPieces; ++piece) {
      const Bits here = board_.pieces(side_, static_cast<Piece>(piece));
      sum += std::popcount(here) * kMaterial[piece];
      each(here, [&](SquareIndex square) {
        sum += judge_piece(static_cast<Piece>(piece), square);
        return true;
      });
    }
    if (std::popcount(board_.pieces(side_, Piece::bishop)) >= 2) sum += kTwoBishops;
    return sum;
  }

 private:
  Phased judge_piece(Piece piece, SquareIndex square) const {
    switch (piece) {
      case Piece::pawn:
        return pawn(square);
      case Piece::king:
        return king(square);
      case Piece::knight:
        return mobile(piece, kAttacks.knight[square]) +
               Phased(centrality(square) * 6 - 9, centrality(square) * 5 - 8);
      case Piece::bishop:
        return mobile(piece, bishop_attacks(square, board_.occupied()));
      case Piece::rook:
        return mobile(piece, rook_attacks(square, board_.occupied())) + on_file(square);
      case Piece::queen:
        return mobile(piece, bishop_attacks(square, board_.occupied()) |
                                 rook_attacks(square, board_.occupied()));
    }
    return {};
  }
  /// Counts the squares to which a piece may go without being taken by a pawn, and those near the
  /// other king.
  Phased mobile(Piece piece, Bits attacks) const {
    const auto kind = static_cast<std::size_t>(piece);
    const Bits own = board_.by_side_[index(side_)];
    const int squares = std::popcount(attacks & ~own & ~pawn_attacks(other(side_)));
    Phased value = (squares - kUsualMobility[kind]) * kMobility[kind];
    const Bits ring = kAttacks.king[board_.king(other(side_))];
    value.middle += kBesideKing * std::popcount(attacks & ring) * (piece == Piece::queen ? 2 : 1);
    return value;
  }

  Bits pawn_attacks(Side side) const {
    const Bits pawns = side == side_ ? own_pawns_ : their_pawns_;
    const Bits not_a = pawns & ~file_bits(0), not_h = pawns & ~file_bits(7);
    return side == Side::white ? not_a << 7 | not_h << 9 : not_a >> 9 | not_h >> 7;
  }

  Phased on_file(SquareIndex square) const {
    const Bits file = file_bits(file_of(square));
    if ((own_pawns_ & file) != 0) return {};
    return (their_pawns_ & file) != 0 ? kHalfOpenFile : kOpenFile;
  }

  Phased pawn(SquareIndex square) const {
    const int file = file_of(square), rank = rank_of_side(side_, square);
    const Bits before = ahead(side_, rank_of(square));
    Phased value{(3 - std::abs(2 * file - 7) / 2) * (rank - 1) * 2, 2 * (rank - 1)};
    if ((own_pawns_ & files_beside(file)) == 0)
      value += kIsolated;
    else if ((own_pawns_ & files_beside(file) & ~before) == 0)
      value += kBackward;
    if ((own_pawns_ & file_bits(file) & before) != 0) value += kDoubled;
    const bool passed = (their_pawns_ & before & (file_bits(file) | files_beside(file))) == 0;
    if (passed) {
      value.middle += kPassedMiddle[static_cast<std::size_t>(rank)];
      value.end += kPassedEnd[static_cast<std::size_t>(rank)];
    }
    return value;
  }

  /// In the middle of the game a king stays behind its pawns, in the end it walks to the centre.
  Phased king(SquareIndex square) const {
    const int file = file_of(square), rank = rank_of_side(side_, square);
    const Bits shelter = own_pawns_ & kAttacks.king[square] & ahead(side_, rank_of(square));
    int middle = kShelter * std::popcount(shelter) - 18 * rank;
    if (file == 3 || file == 4) middle -= 15;
    for (const int near : {file - 1, file, file + 1})
      if (near >= 0 && near < 8 && (own_pawns_ & file_bits(near)) == 0) middle -= 10;
    return {middle, 12 * centrality(square)};
  }

  const Board& board_;
  Side side_;
  Bits own_pawns_;
  Bits their_pawns_;
};

std::int64_t Board::estimate(Seat seat) const {
  int phases = 0;
  for (std::size_t piece = 0; piece < kPieces; ++piece)
    phases += kPhases[piece] * std::popcount(by_piece_[piece]);
  phases = std::min(phases, kAllPhases);
  const Phased own = Judge(*this, side_).judge(), theirs = Judge(*this, other(side_)).judge();
  const int middle = own.middle - theirs.middle, end = own.end - theirs.end;
  const std::int64_t pawns = (middle * phases + end * (kAllPhases - phases)) / kAllPhases + kTempo;
  // A lead of six pawns is as good as half of a win.
  constexpr std::int64_t kHalf = 600, kMost = 990;
  const std::int64_t value = kMost * pawns / (std::abs(pawns) + kHalf);
  return seat == mover() ? value : -value;
}

namespace {

int worth(Piece piece) {
  return piece == Piece::king ? 10'000 : kMaterial[static_cast<std::size_t>(piece)].middle;
}

}  // namespace

std::int64_t Board::promise(const Move& move) const {
  constexpr std::int64_t kAboveAll = 1 << 21;
  const auto taken = piece_at(move.to);
  if (move.promotion == Piece::queen) return kAboveAll + worth(Piece::queen);
  if (!taken) return 0;
  const int attacker = worth(*piece_at(move.from));
  const bool guarded = attackers(move.to, other(side_), occupied()) != 0;
  if (guarded && attacker > worth(*taken)) return -1;
  return kAboveAll + 16 * std::int64_t{worth(*taken)} - attacker;
}

Board::Moves Board::forcing() const {
  std::array<std::pair<std::int64_t, Move>, 512> promised;
  std::size_t count = 0;
  for (const Move& move : moves())
    if (const std::int64_t promise = this->promise(move); promise > 0)
      promised[count++] = {-promise, move};
  std::sort(promised.begin(), promised.begin() + static_cast<std::ptrdiff_t>(count));
  Moves forcing;
  for (std::size_t i = 0; i < count; ++i) forcing.push_back(promised[i].second);
  return forcing;
}

}  // namespace fairdeal::rules::chess
