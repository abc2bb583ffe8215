#include "games/tic-tac-toe/tic_tac_toe.h"

#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

constexpr std::uint16_t kFull = 0b111'111'111;
constexpr std::uint16_t kLines[] = {0b000'000'111, 0b000'111'000, 0b111'000'000, 0b001'001'001,
                                    0b010'010'010, 0b100'100'100, 0b100'010'001, 0b001'010'100};

constexpr std::uint16_t bit(int square) { return static_cast<std::uint16_t>(1 << square); }
constexpr bool has_line(int marks) {
  for (const int line : kLines)
    if ((marks & line) == line) return true;
  return false;
}

/// Whether each set of marks has a line: asked at every ply of every search.
constexpr auto kHasLine = [] {
  std::array<bool, kFull + 1> table{};
  for (std::size_t marks = 0; marks <= kFull; ++marks)
    table[marks] = has_line(static_cast<int>(marks));
  return table;
}();

std::string hint_with(std::string_view marks) {
  return R"({"grid":{"rows":3,"columns":3,"cells":"/board","glyphs":{"X":"cross","O":"ring",")" +
         std::string(marks.substr(2)) +
         R"(":null},"move":"index","names":["top left","top","top right","left","centre",)"
         R"("right","bottom left","bottom","bottom right"]}})";
}

}  // namespace

template <class Names>
const GameInfo& TicTacToePosition<Names>::info() {
  static const GameInfo kInfo{
      .name = Names::kGame,
      .version = "2",
      .about = "Three in a row on a board of nine squares.",
      .roles = {Names::kRoles[0], Names::kRoles[1]},
      .params = {},
      .shelf = Names::kShelf,
      .hint = hint_with(Names::kMarks),
      .rules = R"(Players take turns to mark a free square. The first player with three in a row
wins; a full board is a draw. If you do not move in time, you lose the match.)"};
  return kInfo;
}

template <class Names>
Result<TicTacToePosition<Names>> TicTacToePosition<Names>::start(const Json&, std::size_t) {
  return TicTacToePosition();
}

template <class Names>
Result<TicTacToePosition<Names>> TicTacToePosition<Names>::load(const Json&, std::size_t,
                                                                const Json& state) {
  TicTacToePosition game;
  const auto board = state.at("board").get<std::string>();
  if (board.size() != 9) return fail(Fault::bad_parameters, "state: 'board' has nine characters");
  for (int square = 0; square < 9; ++square) {
    const std::size_t mark = Names::kMarks.find(board[static_cast<std::size_t>(square)]);
    if (mark > 2)
      return fail(Fault::bad_parameters,
                  "state: 'board' is made of '" + std::string(Names::kMarks) + "'");
    if (mark < 2) game.marks_[mark] |= bit(square);
  }
  FD_TRY(const Seat active, parse_active(info(), state));
  game.active_ = active.value;
  return game;
}

template <class Names>
bool TicTacToePosition<Names>::completes_line(Seat seat, int square) const {
  return kHasLine[marks_[seat.value] | bit(square)];
}

template <class Names>
bool TicTacToePosition<Names>::over() const {
  return kHasLine[marks_[0]] || kHasLine[marks_[1]] || (marks_[0] | marks_[1]) == kFull;
}

template <class Names>
MoveList<int, 9> TicTacToePosition<Names>::moves() const {
  MoveList<Move, 9> squares;
  if (over()) return squares;
  for (Move square = 0; square < 9; ++square)
    if (((marks_[0] | marks_[1]) & bit(square)) == 0) squares.push_back(square);
  return squares;
}

template <class Names>
void TicTacToePosition<Names>::play(Move square) {
  marks_[active_] |= bit(square);
  active_ ^= 1;
}

template <class Names>
Payoff TicTacToePosition<Names>::payoff() const {
  if (kHasLine[marks_[0]]) return {1, -1};
  if (kHasLine[marks_[1]]) return {-1, 1};
  return {0, 0};
}

template <class Names>
std::string TicTacToePosition<Names>::board() const {
  std::string board(9, Names::kMarks[2]);
  for (int square = 0; square < 9; ++square)
    for (std::size_t seat = 0; seat < 2; ++seat)
      if ((marks_[seat] & bit(square)) != 0)
        board[static_cast<std::size_t>(square)] = Names::kMarks[seat];
  return board;
}

template <class Names>
Json TicTacToePosition<Names>::json() const {
  return {{"active", active_json(info(), mover())}, {"board", board()}};
}

template <class Names>
std::string TicTacToePosition<Names>::draw() const {
  std::string lines;
  for (int square = 0; square < 9; ++square) {
    const bool x = (marks_[0] & bit(square)) != 0;
    const bool o = (marks_[1] & bit(square)) != 0;
    // An empty square shows the move that fills it.
    lines += x ? " X " : o ? " O " : " " + std::to_string(square) + " ";
    lines += square % 3 < 2 ? "|" : square < 8 ? "\n---+---+---\n" : "\n";
  }
  return lines;
}

template <class Names>
Json TicTacToePosition<Names>::move_json(const Move& move) {
  return move;
}

template <class Names>
Result<int> TicTacToePosition<Names>::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 0 || json > 8)
    return fail(Fault::not_canonical, "a square is 0 to 8");
  return json.get<int>();
}

template <class Names>
std::string TicTacToePosition<Names>::label(Seat, const Move& move) const {
  static constexpr const char* kRows[] = {"top", "middle", "bottom"};
  static constexpr const char* kColumns[] = {"left", "centre", "right"};
  return std::string(kRows[move / 3]) + " " + kColumns[move % 3];
}

template class TicTacToePosition<LibraryNames>;
template class TicTacToePosition<TutorialNames>;

extern const Module kTicTacToe, kTutorialTicTacToe;
const Module kTicTacToe = module_of_turns<TicTacToe>();
const Module kTutorialTicTacToe = module_of_turns<TutorialTicTacToe>();

}  // namespace fairdeal::rules
