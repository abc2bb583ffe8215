#include "rules/games/tic_tac_toe.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/overloaded.h"
#include "rules/model.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

constexpr std::uint16_t kFull = 0b111'111'111;
constexpr std::uint16_t kLines[] = {0b000'000'111, 0b000'111'000, 0b111'000'000, 0b001'001'001,
                                    0b010'010'010, 0b100'100'100, 0b100'010'001, 0b001'010'100};

constexpr std::uint16_t bit(int square) { return static_cast<std::uint16_t>(1 << square); }
constexpr bool has_line(int marks) {
  return std::ranges::any_of(kLines, [marks](int line) { return (marks & line) == line; });
}
constexpr Seat other(Seat seat) { return Seat(1 - seat.value); }

}  // namespace

const GameInfo& TicTacToe::info() {
  static const GameInfo kInfo{.name = "tic-tac-toe",
                              .version = "1",
                              .about = "Three in a row on a board of nine squares.",
                              .roles = {"Xs", "Os"},
                              .params = {}};
  return kInfo;
}

Result<TicTacToe> TicTacToe::start(const Json&, std::size_t) { return TicTacToe(); }

Result<TicTacToe> TicTacToe::load(const Json&, std::size_t seats, const Json& state) {
  TicTacToe game;
  const std::string board = state.value("board", "");
  if (board.size() != 9) return fail(Fault::bad_parameters, "state: 'board' has nine characters");
  for (int square = 0; square < 9; ++square) {
    const std::size_t mark = std::string_view("XO_").find(board[static_cast<std::size_t>(square)]);
    if (mark > 2) return fail(Fault::bad_parameters, "state: 'board' is made of X, O and _");
    if (mark < 2) game.marks_[mark] |= bit(square);
  }
  const Json& active = state.at("active");
  const auto role = std::ranges::find(info().roles, active.at(0).get<std::string>());
  if (role == info().roles.end() || active.size() != 1)
    return fail(Fault::bad_parameters, R"(state: 'active' is ["Xs"] or ["Os"])");
  game.active_ = Seat(static_cast<std::uint32_t>(role - info().roles.begin()));
  FD_TRY(game.settled_, get_settled(state, seats));
  return game;
}

bool TicTacToe::completes_line(Seat seat, int square) const {
  return has_line(marks_[seat.value] | bit(square));
}

std::vector<Want> TicTacToe::wants() const {
  if (result()) return {};
  return {WantMove{{active_}}};
}

std::vector<int> TicTacToe::legal(Seat seat) const {
  std::vector<Move> moves;
  if (seat != active_ || result()) return moves;
  moves.reserve(9);
  for (Move square = 0; square < 9; ++square)
    if (((marks_[0] | marks_[1]) & bit(square)) == 0) moves.push_back(square);
  return moves;
}

Result<TicTacToe> TicTacToe::after(const Event<Move>& event) const {
  TicTacToe next = *this;
  return std::visit(Overloaded{[&](const Moved<Move>& e) -> Result<TicTacToe> {
                                 if (((marks_[0] | marks_[1]) & bit(e.move)) != 0)
                                   return fail(Fault::illegal_move, "the square is taken");
                                 next.marks_[e.seat.value] |= bit(e.move);
                                 next.active_ = other(active_);
                                 return next;
                               },
                               [&](const Absent& e) -> Result<TicTacToe> {
                                 next.settled_ = forfeit(e.seat, bounds());
                                 return next;
                               },
                               [&](const Void&) -> Result<TicTacToe> {
                                 next.settled_ = draw_all(2);
                                 return next;
                               },
                               [](const auto&) -> Result<TicTacToe> {
                                 return fail(Fault::not_wanted, "tic-tac-toe has no such event");
                               }},
                    event);
}

std::optional<Payoff> TicTacToe::result() const {
  if (settled_) return settled_;
  if (has_line(marks_[0])) return Payoff{1, -1};
  if (has_line(marks_[1])) return Payoff{-1, 1};
  if ((marks_[0] | marks_[1]) == kFull) return Payoff{0, 0};
  return {};
}

Json TicTacToe::json() const {
  std::string board(9, '_');
  for (int square = 0; square < 9; ++square)
    for (std::size_t seat = 0; seat < 2; ++seat)
      if ((marks_[seat] & bit(square)) != 0) board[static_cast<std::size_t>(square)] = "XO"[seat];
  Json state = {{"active", Json::array({info().roles[active_.value]})}, {"board", board}};
  put_settled(state, settled_);
  return state;
}

Json TicTacToe::view(Observer, const Known&) const { return json(); }

std::string TicTacToe::draw(Observer, const Known&) const {
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

Json TicTacToe::move_json(const Move& move) { return move; }

Result<int> TicTacToe::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 0 || json > 8)
    return fail(Fault::not_canonical, "a square is 0 to 8");
  return json.get<int>();
}

std::string TicTacToe::label(Seat, const Move& move) const {
  static constexpr const char* kRows[] = {"top", "middle", "bottom"};
  static constexpr const char* kColumns[] = {"left", "centre", "right"};
  return std::string(kRows[move / 3]) + " " + kColumns[move % 3];
}

extern const Module kTicTacToe;
const Module kTicTacToe = module_of<TicTacToe>();

}  // namespace fairdeal::rules
