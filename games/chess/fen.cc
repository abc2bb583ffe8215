#include <sstream>

#include "games/chess/board.h"

namespace fairdeal::rules::chess {
namespace {

constexpr std::string_view kLetters = "pnbrqk";
constexpr std::string_view kRights = "KQkq";

std::string square_name(int square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

tl::unexpected<Error> bad_fen(const std::string& what) {
  return fail(Fault::bad_parameters, "FEN: " + what);
}

/// 0…65535, as FEN writes it.
std::optional<std::uint16_t> fen_number(const std::string& text) {
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  if (text.empty() || text.size() > 4 || !digits || (text.size() > 1 && text[0] == '0')) return {};
  return static_cast<std::uint16_t>(std::stoi(text));
}

}  // namespace

Board Board::initial() {
  return *parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

Result<Board> Board::parse_fen(const std::string& fen) {
  std::istringstream words(fen);
  std::string placement, side, rights, en_passant, quiet, move_number;
  words >> placement >> side >> rights >> en_passant >> quiet >> move_number;
  Board board;
  int rank = 7, file = 0;
  for (const char c : placement) {
    const auto letter = kLetters.find(static_cast<char>(c | 0x20));
    if (c == '/') {
      if (file != 8 || rank == 0) return bad_fen("a rank has eight squares");
      --rank, file = 0;
    } else if (c >= '1' && c <= '8') {
      file += c - '0';
    } else if (letter != std::string_view::npos && file < 8) {
      board.put(c < 'a' ? Side::white : Side::black, static_cast<Piece>(letter), 8 * rank + file);
      ++file;
    } else {
      return bad_fen("'" + std::string(1, c) + "' among the pieces");
    }
  }
  if (rank != 0 || file != 8) return bad_fen("eight ranks of eight squares");
  if (side != "w" && side != "b") return bad_fen("the side to move is w or b");
  board.side_ = side == "w" ? Side::white : Side::black;
  for (std::size_t i = 0; i < kRights.size(); ++i)
    if (rights.find(kRights[i]) != std::string::npos)
      board.castling_ = static_cast<std::uint8_t>(board.castling_ | 1 << i);
  if (en_passant.size() == 2)
    board.en_passant_ =
        static_cast<SquareIndex>((8 * (en_passant[1] - '1') + en_passant[0] - 'a') & 63);
  const auto quiet_plies = fen_number(quiet), full_moves = fen_number(move_number);
  if (!quiet_plies || !full_moves) return bad_fen("the last two words are numbers");
  board.quiet_plies_ = *quiet_plies;
  board.number_ = *full_moves;
  FD_TRY(board.check());
  if (board.fen() != fen) return bad_fen("written otherwise: " + board.fen());
  return board;
}

Result<> Board::check() const {
  for (const Side s : {Side::white, Side::black}) {
    if (!std::has_single_bit(pieces(s, Piece::king))) return bad_fen("each side has one king");
    if (std::popcount(by_side_[index(s)]) > 16) return bad_fen("more than 16 pieces of one side");
  }
  if ((by_piece_[0] & 0xff00'0000'0000'00ff) != 0)
    return bad_fen("a pawn on the first or last rank");
  if (attackers(king(other(side_)), side_, occupied()) != 0)
    return bad_fen("the side to move could take the king");
  for (std::size_t i = 0; i < kRights.size(); ++i) {
    const Side s = i < 2 ? Side::white : Side::black;
    const int rank = 56 * static_cast<int>(index(s));
    const bool in_place = (pieces(s, Piece::king) & bit(rank + 4)) != 0 &&
                          (pieces(s, Piece::rook) & bit(rank + (i % 2 == 0 ? 7 : 0))) != 0;
    if ((castling_ & 1 << i) != 0 && !in_place) return bad_fen("castling with pieces out of place");
  }
  if (en_passant_ == kNowhere) return {};
  const int up = side_ == Side::white ? 8 : -8;
  const bool passed = rank_of(en_passant_) == (side_ == Side::white ? 5 : 2) &&
                      (occupied() & (bit(en_passant_) | bit(en_passant_ + up))) == 0 &&
                      (pieces(other(side_), Piece::pawn) & bit(en_passant_ - up)) != 0;
  return passed ? Result<>() : bad_fen("no pawn has passed " + square_name(en_passant_));
}

std::string Board::fen() const {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int free = 0;
    const auto end_run = [&] {
      if (free > 0) text += std::to_string(std::exchange(free, 0));
    };
    for (int square = 8 * rank; square < 8 * rank + 8; ++square) {
      const auto piece = piece_at(square);
      if (!piece) {
        ++free;
        continue;
      }
      end_run();
      const char letter = kLetters[static_cast<std::size_t>(*piece)];
      text += side_at(square) == Side::white ? static_cast<char>(letter - 0x20) : letter;
    }
    end_run();
    if (rank > 0) text += '/';
  }
  text += side_ == Side::white ? " w " : " b ";
  for (std::size_t i = 0; i < kRights.size(); ++i)
    if ((castling_ & 1 << i) != 0) text += kRights[i];
  if (castling_ == 0) text += '-';
  return text + " " + (en_passant_ == kNowhere ? "-" : square_name(en_passant_)) + " " +
         std::to_string(quiet_plies_) + " " + std::to_string(number_);
}

Json Board::move_json(const Move& move) {
  std::string text = square_name(move.from) + square_name(move.to);
  if (move.promotion != Piece::pawn) text += kLetters[static_cast<std::size_t>(move.promotion)];
  return text;
}

}  // namespace fairdeal::rules::chess
