#include "rules/games/chess/chess.h"

#include "rules/checkerboard.h"
#include "rules/turns.h"

namespace fairdeal::rules {

using chess::Board;
using chess::Piece;

const GameInfo& Board::info() {
  static const GameInfo kInfo{
      .name = "chess",
      .version = "2",
      .about = "Chess, from any position, in standard notation.",
      .roles = {"White", "Black"},
      .params = {{"fen", "the position at the start",
                  "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\""}}};
  return kInfo;
}

namespace {

constexpr std::string_view kLetters = "PNBRQK";
char letter(Piece piece) { return kLetters[static_cast<std::size_t>(piece)]; }
char file_name(int square) { return static_cast<char>('a' + chess::file_of(square)); }
char rank_name(int square) { return static_cast<char>('1' + chess::rank_of(square)); }

/// Which of the equal pieces that could go there.
std::string which(const Board& board, const chess::Move& move, const Board::Moves& legal) {
  bool ambiguous = false, same_file = false, same_rank = false;
  for (const auto& [from, to, promotion] : legal) {
    if (to != move.to || from == move.from || board.piece_at(from) != board.piece_at(move.from))
      continue;
    ambiguous = true;
    same_file |= chess::file_of(from) == chess::file_of(move.from);
    same_rank |= chess::rank_of(from) == chess::rank_of(move.from);
  }
  std::string text;
  if (ambiguous && (!same_file || same_rank)) text += file_name(move.from);
  if (ambiguous && same_file) text += rank_name(move.from);
  return text;
}

std::string san(const Board& board, const chess::Move& move, const Board::Moves& legal) {
  const Piece piece = *board.piece_at(move.from);
  const bool captures = board.piece_at(move.to) ||
                        (piece == Piece::pawn && file_name(move.from) != file_name(move.to));
  std::string text;
  if (piece == Piece::king && std::abs(move.to - move.from) == 2) {
    text = move.to > move.from ? "O-O" : "O-O-O";
  } else {
    if (piece != Piece::pawn)
      text = letter(piece) + which(board, move, legal);
    else if (captures)
      text = file_name(move.from);
    text += captures ? "x" : "";
    text += {file_name(move.to), rank_name(move.to)};
    if (move.promotion != Piece::pawn) text += {'=', letter(move.promotion)};
  }
  Board after = board;
  after.play(move);
  if (after.in_check()) text += after.checkmate() ? '#' : '+';
  return text;
}

}  // namespace

std::string san(const Board& board, const chess::Move& move) {
  return san(board, move, board.moves());
}

Result<Chess> Chess::start(const Json& params, std::size_t) {
  FD_TRY(const Board board, Board::parse_fen(params.at("fen").get<std::string>()));
  return Chess(board);
}

Result<Chess> Chess::load(const Json&, std::size_t seats, const Json& state) {
  FD_TRY(Chess game, start(state, seats));
  FD_TRY(const Seat active, parse_active(info(), state));
  if (active != game.mover())
    return fail(Fault::bad_parameters, "state: 'active' is not the FEN's");
  return game;
}

std::vector<std::string> Chess::moves() const {
  const auto legal = board_.moves();
  std::vector<Move> moves;
  moves.reserve(legal.size());
  for (const auto& move : legal) moves.push_back(san(board_, move, legal));
  std::ranges::sort(moves);
  return moves;
}

std::vector<std::string> Chess::names_of(const Move& move) const {
  const auto legal = board_.moves();
  const auto named =
      std::ranges::find_if(legal, [&](const auto& m) { return san(board_, m, legal) == move; });
  if (named == legal.end()) return {move};
  return {move, Board::move_json(*named).get<std::string>()};
}

void Chess::play(const Move& move) {
  const auto legal = board_.moves();
  const auto named =
      std::ranges::find_if(legal, [&](const auto& m) { return san(board_, m, legal) == move; });
  CHECK(named != legal.end());
  board_.play(*named);
}

Json Chess::json() const {
  return {{"active", active_json(info(), mover())}, {"fen", board_.fen()}};
}

std::string Chess::draw() const {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += rank_name(8 * rank);
    for (int square = 8 * rank; square < 8 * rank + 8; ++square) {
      const auto piece = board_.piece_at(square);
      const char capital = piece ? letter(*piece) : '.';
      text += ' ';
      text += piece && board_.side_at(square) == chess::Side::black
                  ? static_cast<char>(capital | 0x20)
                  : capital;
    }
    text += '\n';
  }
  return text + "  a b c d e f g h\n";
}

Result<std::string> Chess::parse_move(const Json& json) {
  if (!json.is_string() || json.get_ref<const std::string&>().size() > 10)
    return fail(Fault::not_canonical, "a move is text such as \"Nf3\"");
  return json.get<std::string>();
}

extern const Module kChess;
const Module kChess = [] {
  Module module = module_of_turns<Chess>();
  module.perft = [](const AnyGame& game, const PerftLimits& limits) -> Result<Perft> {
    return perft_of(position_of<Chess>(game)->board(), limits);
  };
  return module;
}();

}  // namespace fairdeal::rules
