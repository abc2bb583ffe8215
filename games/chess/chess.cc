#include "games/chess/chess.h"

#include <iterator>

#include "rules/checkerboard.h"
#include "rules/turns.h"

namespace fairdeal::rules {

using chess::Board;

const GameInfo& Board::info() {
  static const GameInfo kInfo{
      .name = "chess",
      .version = "3",
      .about = "Chess, from any position, in standard notation.",
      .roles = {"White", "Black"},
      .params = {{"fen", "the position at the start",
                  "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\""},
                 {.name = "fide",
                  .about = "by the FIDE Laws: resigning, draws by agreement, repetition, 75 moves",
                  .value = "false",
                  .left_out = true,
                  .among_people = "true"}},
      .left_to_people = {R"("accept draw")", R"("claim draw")", R"("offer draw")", R"("resign")"},
      .hint = R"({"grid":{"fen":"/fen","below":"White","checker":true,"coordinates":"a1",)"
              R"("captured":true},"moves":{"promotion":["Q","R","B","N"]}})",
      .rules =
          R"(Pieces move by the FIDE Laws of Chess. Checkmate wins. Stalemate is a draw, and
so is a position in which neither side has the pieces for a mate.

A player may resign at any time, and loses, unless they are mated first. By the
parameter fide, which tables of people have, a player may offer a draw, accept
one, and claim one after the third repetition or after fifty moves of each side
without a capture or a pawn's move. The fifth repetition and the seventy-fifth
move end the match. Unlike the Laws, a player does this on their own turn alone,
and claims no draw with a move still to come. Without fide the
fiftieth move ends the match, and repetition does not.

If you do not move in time or leave, you lose the match. It is a draw if the
other side cannot give mate. For this the Laws (6.9) ask for any series of legal
moves; here has_insufficient_material decides, the table of python-chess and
lichess. A side cannot give mate with
  a king alone;
  a king and one knight, against a king that has nothing but queens beside it;
  a king and bishops, if there are no pawns and no knights on the board, and all
  bishops of both sides stand on squares of one colour.
So a flag loses where every pawn is blocked, though the Laws call that a draw.)"};
  return kInfo;
}

namespace {

constexpr std::string_view kLetters = "PNBRQK";
char letter(chess::Piece piece) { return kLetters[static_cast<std::size_t>(piece)]; }
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
  const chess::Piece piece = *board.piece_at(move.from);
  const bool captures = board.piece_at(move.to) ||
                        (piece == chess::Piece::pawn && file_name(move.from) != file_name(move.to));
  std::string text;
  if (piece == chess::Piece::king && std::abs(move.to - move.from) == 2) {
    text = move.to > move.from ? "O-O" : "O-O-O";
  } else {
    if (piece != chess::Piece::pawn)
      text = letter(piece) + which(board, move, legal);
    else if (captures)
      text = file_name(move.from);
    text += captures ? "x" : "";
    text += {file_name(move.to), rank_name(move.to)};
    if (move.promotion != chess::Piece::pawn) text += {'=', letter(move.promotion)};
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
  Chess chess(board);
  if (params.value("fide", false)) {
    chess.board_.let_quiet(150);
    chess.fide_.emplace();
  }
  return chess;
}

Result<Chess> Chess::load(const Json& params, std::size_t seats, const Json& state) {
  const bool by_fide = params.value("fide", false);
  FD_TRY(Chess game, start({{"fen", state.at("fen")}, {"fide", by_fide}}, seats));
  if (by_fide) {
    FD_TRY(game.fide_, chess::Fide::load(state.at("fide"), game.board_));
  }
  FD_TRY(const Seat active, parse_active(info(), state));
  if (active != game.mover())
    return fail(Fault::bad_parameters, "state: 'active' is not the FEN's");
  return game;
}

std::vector<std::string> Chess::moves() const {
  if (over()) return {};
  const auto legal = board_.moves();
  std::vector<Move> moves;
  moves.reserve(legal.size());
  for (const auto& move : legal) moves.push_back(san(board_, move, legal));
  std::ranges::copy(words(), std::back_inserter(moves));
  std::ranges::sort(moves);
  return moves;
}

std::vector<std::string> Chess::names_of(const Move& move) const {
  if (chess::Fide::is_word(move)) {
    const auto said = words();
    const bool first = !said.empty() && move == said.front() && move != said.back();
    return first ? std::vector<std::string>{move, "draw"} : std::vector{move};
  }
  const auto legal = board_.moves();
  const auto named =
      std::ranges::find_if(legal, [&](const auto& m) { return san(board_, m, legal) == move; });
  if (named == legal.end()) return {move};
  return {move, Board::move_json(*named).get<std::string>()};
}

void Chess::play(const Move& move) {
  if (chess::Fide::is_word(move)) return fide_->say(move, board_);
  const Board before = board_;
  const auto legal = board_.moves();
  const auto named =
      std::ranges::find_if(legal, [&](const auto& m) { return san(board_, m, legal) == move; });
  CHECK(named != legal.end());
  board_.play(*named);
  if (fide_) fide_->on_move(before, board_);
}

Result<Thought> Chess::look_ahead(const LookaheadPlan& plan, const Budget& budget,
                                  const GoOn& go_on, Rng& rng) const {
  std::vector<chess::Move> draws;
  const auto legal = board_.moves();
  for (const auto& move : legal) {
    Board after = board_;
    after.play(move);
    if (fide_ && fide_->has_been(after)) draws.push_back(move);
  }
  FD_TRY(Thought thought, rules::look_ahead(board_, plan, budget, go_on, rng, draws));
  const auto named = [&](Action& action) {
    for (const auto& move : legal)
      if (text(Board::move_json(move)) == action.text)
        return Action{text(move_json(san(board_, move, legal)))};
    return action;
  };
  thought.move = named(thought.move);
  for (Weighed& weighed : thought.moves) weighed.move = named(weighed.move);
  return thought;
}

Json Chess::json() const {
  Json state = {{"active", active_json(info(), mover())}, {"fen", board_.fen()}};
  if (fide_) state["fide"] = fide_->json();
  return state;
}

std::string Chess::draw_for(Seat seat) const {
  const int turned = seat == Seat(0) ? 0 : 7;
  std::string text;
  for (int row = 7; row >= 0; --row) {
    const int rank = row ^ turned;
    text += rank_name(8 * rank);
    for (int column = 0; column < 8; ++column) {
      const int square = 8 * rank + (column ^ turned);
      const auto piece = board_.piece_at(square);
      const char capital = piece ? letter(*piece) : '.';
      text += ' ';
      text += piece && board_.side_at(square) == chess::Side::black
                  ? static_cast<char>(capital | 0x20)
                  : capital;
    }
    text += '\n';
  }
  text += turned == 0 ? "  a b c d e f g h\n" : "  h g f e d c b a\n";
  const std::string offer = fide_ && !over() ? fide_->offer() : "";
  return offer.empty() ? text : text + offer + "\n";
}

std::string Chess::ending() const {
  if (board_.checkmate()) return "Checkmate.";
  if (board_.too_few_pieces()) return "A draw: nobody has the pieces for a mate.";
  if (board_.stalemate()) return "Stalemate: a draw.";
  if (!board_.over()) return fide_->ending(board_);
  return std::string("A draw: ") + (fide_ ? "seventy-five" : "fifty") +
         " moves of each side without a capture or a pawn's move.";
}

std::string Chess::drawn_without(Seat seat) const {
  const Seat opponent(1 - seat.value);
  const auto side = opponent == Seat(0) ? chess::Side::white : chess::Side::black;
  if (!board_.insufficient_material(side)) return "";
  return "A draw: " + info().roles.at(opponent.value) + " cannot give mate.";
}

Result<std::string> Chess::parse_move(const Json& json) {
  if (!json.is_string() || json.get_ref<const std::string&>().size() > 11)
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
