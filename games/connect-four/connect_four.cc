#include "games/connect-four/connect_four.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "rules/checkerboard.h"
#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {

const GameInfo& ConnectFour::info() {
  static const GameInfo kInfo{
      .name = "connect-four",
      .version = "2",
      .about = "Discs fall down their column; four in a row win.",
      .roles = {"Yellow", "Red"},
      .params = {{"height", "rows", "6", 1, 62},
                 {"width", "columns", "7", 1, 32},
                 {"line_length", "discs in a row that win", "4", 2, 32}},
      .hint = R"({"grid":{"rows":"height","columns":"width",)"
              R"("cells":"/board","bottom":true,)"
              R"("glyphs":{"0":"disc-yellow","1":"disc-red",".":null},)"
              R"("coordinates":"a1","count":["0","1"],"move":"column"}})",
      .rules = R"(In turn each player drops a disc into a column, where it falls to the lowest
free place. The first player with four in a row wins, across, upright or
diagonally. A full board is a draw.

If you do not move in time, you lose the match.)"};
  return kInfo;
}

Result<ConnectFour> ConnectFour::start(const Json& params, std::size_t) {
  ConnectFour game;
  game.height_ = params.at("height").get<std::int16_t>();
  game.width_ = params.at("width").get<std::int16_t>();
  game.line_length_ = params.at("line_length").get<std::int16_t>();
  if ((game.height_ + 1) * game.width_ > 64)
    return fail(Fault::bad_parameters, "(height + 1) x width is at most 64");
  return game;
}

Result<ConnectFour> ConnectFour::load(const Json& params, std::size_t seats, const Json& state) {
  FD_TRY(ConnectFour game, start(params, seats));
  const Checkerboard shape(game.height_, game.width_);
  const auto board = state.at("board").get<std::string>();
  if (board.size() != static_cast<std::size_t>(shape.size()))
    return fail(Fault::bad_parameters, "state: 'board' has height x width characters");
  for (std::size_t i = 0; i < board.size(); ++i) {
    const auto [row, column] = shape.at(i);
    if (board[i] == '.') continue;
    if (board[i] != '0' && board[i] != '1')
      return fail(Fault::bad_parameters, "state: 'board' is made of '.', '0' and '1'");
    if (row > 0 && board[i - static_cast<std::size_t>(shape.width())] == '.')
      return fail(Fault::bad_parameters, "state: a disc hangs in the air");
    game.discs_[board[i] == '0' ? 0 : 1] |= game.bit(row, column);
  }
  FD_TRY(const Seat active, parse_active(info(), state));
  game.active_ = static_cast<std::uint8_t>(active.value);
  game.won_ = game.has_line(game.discs_[game.active_ ^ 1]);
  if (game.has_line(game.discs_[game.active_]))
    return fail(Fault::bad_parameters, "state: who is to move has already won");
  return game;
}

namespace {

/// Bits that are not there are shifted in as zeroes, however far.
std::uint64_t shifted(std::uint64_t bits, int by) { return by < 64 ? bits >> by : 0; }

}  // namespace

bool ConnectFour::has_line(std::uint64_t discs) const {
  for (const int step : {1, int{height_}, height_ + 1, height_ + 2}) {
    // `run`: where a line of `length` discs begins. Doubling its length takes one shift.
    std::uint64_t run = discs;
    int length = 1;
    for (; 2 * length <= line_length_; length *= 2) run &= shifted(run, length * step);
    if (length < line_length_) run &= shifted(run, (line_length_ - length) * step);
    if (run != 0) return true;
  }
  return false;
}

bool ConnectFour::full() const { return std::popcount(discs_[0] | discs_[1]) == height_ * width_; }

MoveList<int, ConnectFour::kColumnsMax> ConnectFour::moves() const {
  MoveList<Move, kColumnsMax> columns;
  if (won_) return columns;
  for (int column = 0; column < width_; ++column)
    if (((discs_[0] | discs_[1]) & bit(height_ - 1, column)) == 0) columns.push_back(column);
  return columns;
}

void ConnectFour::play(Move column) {
  const std::uint64_t taken = discs_[0] | discs_[1];
  // Adding one at the foot of a column of ones carries to the lowest free square above them.
  const std::uint64_t foot = bit(0, column);
  const std::uint64_t whole = (std::uint64_t{1} << height_) - 1;
  discs_[active_] |= ((taken & (whole * foot)) + foot) & ~taken;
  won_ = std::popcount(discs_[active_]) >= line_length_ && has_line(discs_[active_]);
  active_ ^= 1;
}

Payoff ConnectFour::payoff() const { return won_ ? win_for(Seat(active_ ^ 1u)) : Payoff{0, 0}; }

std::string ConnectFour::board() const {
  std::string board;
  for (int row = 0; row < height_; ++row)
    for (int column = 0; column < width_; ++column)
      board += (discs_[0] & bit(row, column)) != 0   ? '0'
               : (discs_[1] & bit(row, column)) != 0 ? '1'
                                                     : '.';
  return board;
}

ConnectFour::Move ConnectFour::careful() const {
  const auto wins = [](const ConnectFour& position) -> std::optional<Move> {
    for (const Move column : position.moves()) {
      ConnectFour next = position;
      next.play(column);
      if (next.won_) return column;
    }
    return {};
  };
  if (const auto column = wins(*this)) return *column;
  const auto worth = [&](Move column) {
    ConnectFour next = *this;
    next.play(column);
    const bool loses = !next.over() && wins(next);
    return std::pair(!loses, -std::abs(2 * column - (width_ - 1)));
  };
  const auto columns = moves();
  return *std::ranges::max_element(columns, {}, worth);
}

std::uint64_t ConnectFour::whole_board() const {
  std::uint64_t board = 0;
  for (int column = 0; column < width_; ++column)
    board |= ((std::uint64_t{1} << height_) - 1) << (column * (height_ + 1));
  return board;
}

std::uint64_t ConnectFour::gaps(std::uint64_t discs) const {
  const std::uint64_t free = whole_board() & ~(discs_[0] | discs_[1]);
  std::uint64_t found = 0;
  for (const int step : {1, int{height_}, height_ + 1, height_ + 2}) {
    // A line of which all places but the one at `gap` are taken.
    for (int gap = 0; gap < line_length_; ++gap) {
      std::uint64_t begins = ~std::uint64_t{0};
      for (int place = 0; place < line_length_ && begins != 0; ++place)
        begins &= shifted(place == gap ? free : discs, place * step);
      found |= gap * step < 64 ? begins << (gap * step) : 0;
    }
  }
  return found;
}

std::int64_t ConnectFour::estimate(Seat seat) const {
  constexpr std::int64_t kGap = 60, kMiddle = 4, kMost = 900;
  const auto of = [&](std::size_t side) {
    std::int64_t sum = kGap * std::popcount(gaps(discs_[side]));
    for (int column = 0; column < width_; ++column) {
      const std::uint64_t of_column = ((std::uint64_t{1} << height_) - 1)
                                      << (column * (height_ + 1));
      sum += kMiddle * (width_ - 1 - std::abs(2 * column - (width_ - 1))) *
             std::popcount(discs_[side] & of_column);
    }
    return sum;
  };
  return std::clamp(of(seat.value) - of(1 - seat.value), -kMost, kMost);
}

std::uint64_t ConnectFour::symmetric_hash() const {
  const std::uint64_t of_column = (std::uint64_t{1} << (height_ + 1)) - 1;
  ConnectFour image = *this;
  for (std::uint64_t& discs : image.discs_) {
    const std::uint64_t given = std::exchange(discs, 0);
    for (int column = 0; column < width_; ++column)
      discs |= ((given >> (column * (height_ + 1))) & of_column)
               << ((width_ - 1 - column) * (height_ + 1));
  }
  return hash_of(discs_ <= image.discs_ ? *this : image);
}

Json ConnectFour::json() const {
  return {{"active", active_json(info(), mover())}, {"board", board()}};
}

std::string ConnectFour::draw() const {
  std::string text = board();
  for (char& square : text) square = square == '0' ? 'Y' : square == '1' ? 'R' : '.';
  return Checkerboard(height_, width_).draw(text, /*row_0_first=*/false);
}

Result<int> ConnectFour::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 0 || json >= std::size_t{kColumnsMax})
    return fail(Fault::not_canonical, "a move is a column, from 0");
  return json.get<int>();
}

std::string ConnectFour::label(Seat, const Move& move) const {
  int row = 0;
  while (row < height_ && ((discs_[0] | discs_[1]) & bit(row, move)) != 0) ++row;
  return square_name({row, move});
}

extern const Module kConnectFour;
const Module kConnectFour = module_of_turns<ConnectFour>();

}  // namespace fairdeal::rules
