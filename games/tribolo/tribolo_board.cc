#include "games/tribolo/tribolo_board.h"

#include <algorithm>

#include "rules/json_full.h"
#include "rules/settle.h"

namespace fairdeal::rules {
namespace {

constexpr char kEmpty = '.', kWall = '#';
constexpr std::string_view kColours = "brg";  // by seat

}  // namespace

TriboloBoard::TriboloBoard() {
  board_.fill(kWall);
  for (const Square s : kShape.squares()) board_[at(s)] = kEmpty;
}

std::optional<Seat> TriboloBoard::turn() const {
  return over() ? std::optional<Seat>() : Seat(mover_);
}

int TriboloBoard::run(char own, std::size_t from, int direction) const {
  const char* cell = &board_[from] + direction;
  const char loser = *cell;
  if (loser == kEmpty || loser == kWall || loser == own) return 0;
  int length = 0;
  for (; *cell == loser; cell += direction) ++length;
  return *cell == own ? length : 0;
}

bool TriboloBoard::can_move(Seat seat, Square target) const {
  const std::size_t from = at(target);
  return board_[from] == kEmpty && std::ranges::any_of(kDirections, [&](int direction) {
           return run(kColours[seat.value], from, direction) > 0;
         });
}

/// `visit` says whether to go on.
template <class Visit>
void TriboloBoard::each_target(Seat seat, Visit&& visit) const {
  for (int column = 0; column < kShape.width(); ++column)
    for (int row = 0; row < kShape.height(); ++row)
      if (can_move(seat, {row, column}) && !visit(Square{row, column})) return;
}

bool TriboloBoard::can_move(Seat seat) const {
  bool found = false;
  each_target(seat, [&](Square) { return !(found = true); });
  return found;
}

std::vector<TriboloBoard::Move> TriboloBoard::moves() const {
  std::vector<Move> moves;
  if (over()) return moves;
  each_target(mover(), [&](Square cell) {
    moves.push_back({cell});
    return true;
  });
  return moves;
}

std::size_t TriboloBoard::mobility(Seat seat) const {
  std::size_t targets = 0;
  each_target(seat, [&](Square) { return ++targets > 0; });
  return targets;
}

std::vector<TriboloBoard::Jump> TriboloBoard::jumps(Seat seat, Square target) const {
  std::vector<Jump> jumps;
  if (board_[at(target)] != kEmpty) return jumps;
  for (const Direction step : Checkerboard::kEvery) {
    const int direction = step.row * kStride + step.column;
    int length = run(kColours[seat.value], at(target), direction);
    if (length == 0) continue;
    Square cell = target + step;
    const auto loser = kColours.find(board_[at(cell)]);
    jumps.push_back({Seat(static_cast<std::uint32_t>(loser)), {}});
    for (; length > 0; --length, cell = cell + step) jumps.back().taken.push_back(cell);
  }
  return jumps;
}

void TriboloBoard::play(const Move& move) {
  const char own = kColours[mover_];
  const std::size_t from = at(move.cell);
  for (const int direction : kDirections) {
    int length = run(own, from, direction);
    if (length == 0) continue;
    char* cell = &board_[from] + direction;
    cells_[kColours.find(*cell)] -= length;
    cells_[mover_] += length;
    for (; length > 0; --length, cell += direction) *cell = own;
  }
  board_[from] = own;
  ++cells_[mover_];
  give_turn(Seat((mover_ + 1) % kSeats));
}

void TriboloBoard::give_turn(Seat seat) {
  mover_ = kSeats;
  for (std::uint32_t i = 0; i < kSeats && mover_ == kSeats; ++i)
    if (const Seat next((seat.value + i) % kSeats); can_move(next)) mover_ = next.value;
}

std::vector<Seat> TriboloBoard::leaders() const {
  std::vector<Seat> seats;
  for (std::uint32_t i = 0; i < kSeats; ++i)
    if (cells_[i] == std::ranges::max(cells_)) seats.emplace_back(i);
  return seats;
}

Payoff TriboloBoard::payoff() const {
  const auto best = leaders();
  Payoff payoff(kSeats, best.size() == 1 ? -1 : -2);
  for (const Seat seat : best) payoff[seat.value] = best.size() == 1 ? 2 : 1;
  return best.size() == kSeats ? draw_all(kSeats) : payoff;
}

void TriboloBoard::place(Square square, char what) {
  board_[at(square)] = what;
  if (const auto seat = kColours.find(what); seat != std::string_view::npos) ++cells_[seat];
}

std::string TriboloBoard::text() const {
  std::string text;
  for (const Square s : kShape.squares()) {
    if (s.row > 0 && s.column == 0) text += '/';
    text += board_[at(s)];
  }
  return text;
}

Result<TriboloBoard> TriboloBoard::parse(const std::string& text) {
  TriboloBoard board;
  const auto row_length = static_cast<std::size_t>(kShape.width()) + 1;
  if (text.size() + 1 != row_length * static_cast<std::size_t>(kShape.height()))
    return fail(Fault::bad_parameters, "state: 'board' has 11 rows of 16, joined by '/'");
  for (std::size_t i = 0; i < text.size(); ++i) {
    const Square s{static_cast<int>(i / row_length), static_cast<int>(i % row_length)};
    const bool between = i % row_length == row_length - 1;
    if (between ? text[i] != '/'
                : std::string_view(".#brg").find(text[i]) == std::string_view::npos)
      return fail(Fault::bad_parameters, "state: 'board' is made of '.', '#', 'b', 'r', 'g'");
    if (!between && text[i] != kEmpty) board.place(s, text[i]);
  }
  return board;
}

Json TriboloBoard::move_json(const Move& move) {
  return Json::array({move.cell.column, move.cell.row});
}

}  // namespace fairdeal::rules
