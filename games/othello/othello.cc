#include "games/othello/othello.h"

#include <bit>

#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

constexpr std::size_t count(Squares set) {
  const auto half = [](Squares squares) {
    return static_cast<std::size_t>(std::popcount(static_cast<std::uint64_t>(squares)));
  };
  return half(set) + half(set >> 64);
}
constexpr Squares bit(std::size_t square) { return Squares{1} << square; }
/// The lowest square of a set that is not empty.
constexpr std::size_t lowest(Squares set) {
  const auto low = static_cast<std::uint64_t>(set);
  return static_cast<std::size_t>(low != 0 ? std::countr_zero(low)
                                           : 64 + std::countr_zero(std::uint64_t(set >> 64)));
}

constexpr const char* kDiscHint =
    R"({"grid":{"rows":"rows","columns":"columns","cells":"/board","bottom":true,)"
    R"("glyphs":{"B":"disc-black","W":"disc-white",".":null},"coordinates":"a1",)"
    R"("count":["B","W"],"move":"row,column"}})";

const std::vector<Param>& board_params() {
  static const std::vector<Param> kParams{{"rows", "an even number", "8", 4, 32},
                                          {"columns", "an even number", "8", 4, 32}};
  return kParams;
}

}  // namespace

template <>
const GameInfo& Othello::info() {
  static const GameInfo kInfo{
      .name = "othello",
      .version = "3",
      .about = "Enclosed discs change sides; a player who cannot move passes.",
      .roles = {"Black", "White"},
      .params = board_params(),
      .hint = kDiscHint,
      .rules = R"(Two discs of each colour lie in the middle, and Black begins. Place a disc on a
free square so that it encloses discs of the other colour: they stand in a line
without a gap, across, upright or diagonally, between the new disc and another
one of yours. All discs that are enclosed change sides.

A player who cannot move is passed over, and the match ends when neither can.
More discs win, and the result is the difference.

For a missed move the program makes the legal one that leaves you the fewest
discs. A player who leaves loses as much as can be lost.)"};
  return kInfo;
}
template <>
const GameInfo& Reversi::info() {
  static const GameInfo kInfo{
      .name = "reversi",
      .version = "3",
      .about = "Enclosed discs change sides; ends when the mover cannot.",
      .roles = {"Black", "White"},
      .params = board_params(),
      .hint = kDiscHint,
      .rules = R"(The board is empty at first, and Black begins. The first four discs go on the
four squares in the middle. Each later disc goes on a free square so that it
encloses discs of the other colour: they stand in a line without a gap, across,
upright or diagonally, between the new disc and another one of its colour. All
discs that are enclosed change sides.

The match ends when the player whose turn it is cannot move. More discs win, and
the result is the difference.

For a missed move the program makes the legal one that leaves you the fewest
discs. A player who leaves loses as much as can be lost.)"};
  return kInfo;
}

template <bool kPasses>
DiscGame<kPasses>::DiscGame(int height, int width) : height_(height), width_(width) {
  for (const Square s : shape().squares()) {
    const Squares square = bit(shape().index(s));
    all_ |= square;
    if (s.column > 0) not_first_ |= square;
    if (s.column < width - 1) not_last_ |= square;
  }
}

template <bool kPasses>
Result<DiscGame<kPasses>> DiscGame<kPasses>::start(const Json& params, std::size_t) {
  const int height = params.at("rows").get<int>(), width = params.at("columns").get<int>();
  if (height % 2 != 0 || width % 2 != 0)
    return fail(Fault::bad_parameters, "rows and columns are even numbers");
  if (height * width > 128) return fail(Fault::bad_parameters, "at most 128 squares");
  DiscGame game(height, width);
  if constexpr (kPasses) {
    const Square centre{height / 2, width / 2};
    for (const Direction back : {Direction{-1, 0}, Direction{0, -1}})
      game.discs_[1] |= bit(game.shape().index(centre + back));
    for (const Direction back : {Direction{0, 0}, Direction{-1, -1}})
      game.discs_[0] |= bit(game.shape().index(centre + back));
  }
  game.targets_ = game.targets(0);
  return game;
}

template <bool kPasses>
Result<DiscGame<kPasses>> DiscGame<kPasses>::load(const Json& params, std::size_t seats,
                                                  const Json& state) {
  FD_TRY(DiscGame game, start(params, seats));
  const auto board = state.at("board").get<std::string>();
  if (board.size() != static_cast<std::size_t>(game.shape().size()) ||
      board.find_first_not_of(".BW") != std::string::npos)
    return fail(Fault::bad_parameters, "state: 'board' has rows x columns of '.', 'B', 'W'");
  game.discs_ = {};
  for (std::size_t i = 0; i < board.size(); ++i)
    if (board[i] != '.') game.discs_[board[i] == 'B' ? 0 : 1] |= bit(i);
  FD_TRY(const Seat active, parse_active(info(), state));
  game.active_ = active.value;
  game.targets_ = game.targets(active.value);
  if (kPasses && game.targets_ == 0 && game.targets(1 - active.value) != 0)
    return fail(Fault::bad_parameters, "state: who is to move has to pass");
  return game;
}

template <bool kPasses>
Squares DiscGame<kPasses>::to(Squares set, Direction direction) const {
  if (direction.column < 0) set &= not_first_;
  if (direction.column > 0) set &= not_last_;
  const int by = direction.row * width_ + direction.column;
  return (by > 0 ? set << by : set >> -by) & all_;
}

template <bool kPasses>
Squares DiscGame<kPasses>::targets(std::size_t seat) const {
  const Squares own = discs_[seat], other = discs_[1 - seat];
  const Squares free = all_ & ~(own | other);
  if constexpr (!kPasses) {
    const Square centre{height_ / 2, width_ / 2};
    Squares four = 0;
    for (const Direction back : {Direction{0, 0}, {-1, 0}, {0, -1}, {-1, -1}})
      four |= bit(shape().index(centre + back));
    if ((four & free) != 0) return four & free;
  }
  Squares found = 0;
  for (const Direction direction : Checkerboard::kEvery) {
    Squares run = to(own, direction) & other;
    for (Squares more = run; more != 0; run |= more) more = to(run, direction) & other & ~run;
    found |= to(run, direction) & free;
  }
  return found;
}

template <bool kPasses>
void DiscGame<kPasses>::next_turn() {
  active_ = 1 - active_;
  targets_ = targets(active_);
  if (!kPasses || targets_ != 0) return;
  if (const Squares again = targets(1 - active_); again != 0) {
    active_ = 1 - active_;
    targets_ = again;
  }
}

template <bool kPasses>
std::vector<Square> DiscGame<kPasses>::moves() const {
  std::vector<Square> squares;
  squares.reserve(count(targets_));
  for (Squares left = targets_; left != 0; left &= left - 1)
    squares.push_back(shape().at(lowest(left)));
  return squares;
}

template <bool kPasses>
void DiscGame<kPasses>::play(Square square) {
  Squares& own = discs_[active_];
  Squares& other = discs_[1 - active_];
  const Squares placed = bit(shape().index(square));
  Squares turned = 0;
  for (const Direction direction : Checkerboard::kEvery) {
    Squares run = 0, next = to(placed, direction);
    for (; (next & other) != 0; next = to(next, direction)) run |= next;
    if ((next & own) != 0) turned |= run;
  }
  own |= placed | turned;
  other &= ~turned;
  next_turn();
}

template <bool kPasses>
Payoff DiscGame<kPasses>::payoff() const {
  const auto difference =
      static_cast<std::int64_t>(count(discs_[0])) - static_cast<std::int64_t>(count(discs_[1]));
  return {difference, -difference};
}

template <bool kPasses>
std::size_t DiscGame<kPasses>::discs(Seat seat) const {
  return count(discs_[seat.value]);
}
template <bool kPasses>
Payoff DiscGame<kPasses>::counts() const {
  return {static_cast<std::int64_t>(count(discs_[0])), static_cast<std::int64_t>(count(discs_[1]))};
}
template <bool kPasses>
std::size_t DiscGame<kPasses>::mobility(Seat seat) const {
  return count(targets(seat.value));
}

template <bool kPasses>
std::int64_t DiscGame<kPasses>::estimate(Seat seat) const {
  constexpr std::int64_t kCorner = 8'000, kBesideCorner = 2'500, kMove = 700;
  const Squares own = discs_[seat.value], other = discs_[1 - seat.value];
  std::int64_t value = 0;
  for (const int row : {0, height_ - 1})
    for (const int column : {0, width_ - 1}) {
      const Squares corner = bit(shape().index({row, column}));
      if ((own & corner) != 0) value += kCorner;
      if ((other & corner) != 0) value -= kCorner;
      if (((own | other) & corner) != 0) continue;
      const Squares beside =
          bit(shape().index({row == 0 ? 1 : height_ - 2, column == 0 ? 1 : width_ - 2}));
      if ((own & beside) != 0) value -= kBesideCorner;
      if ((other & beside) != 0) value += kBesideCorner;
    }
  value += kMove * (static_cast<std::int64_t>(mobility(seat)) -
                    static_cast<std::int64_t>(mobility(Seat(1 - seat.value))));
  const auto discs = static_cast<std::int64_t>(count(own | other));
  const std::int64_t squares = std::int64_t{height_} * width_;
  const auto lead = static_cast<std::int64_t>(count(own)) - static_cast<std::int64_t>(count(other));
  return value + 1000 * lead * std::max<std::int64_t>(0, 2 * discs - squares) / squares;
}

template <bool kPasses>
std::int64_t DiscGame<kPasses>::promise(const Square& square) const {
  const bool edge_row = square.row == 0 || square.row == height_ - 1;
  const bool edge_column = square.column == 0 || square.column == width_ - 1;
  const bool by_row = square.row == 1 || square.row == height_ - 2;
  const bool by_column = square.column == 1 || square.column == width_ - 2;
  if (edge_row && edge_column) return 4;
  if ((by_row && (by_column || edge_column)) || (by_column && edge_row)) return -2;
  return edge_row || edge_column ? 1 : 0;
}

template <bool kPasses>
std::string DiscGame<kPasses>::board() const {
  std::string board;
  for (std::size_t i = 0; i < static_cast<std::size_t>(shape().size()); ++i)
    board += (discs_[0] & bit(i)) != 0 ? 'B' : (discs_[1] & bit(i)) != 0 ? 'W' : '.';
  return board;
}

template <bool kPasses>
Json DiscGame<kPasses>::json() const {
  return {{"active", active_json(info(), mover())}, {"board", board()}};
}

template <bool kPasses>
std::string DiscGame<kPasses>::draw() const {
  std::string text = board();
  for (Squares left = targets_; left != 0; left &= left - 1) text[lowest(left)] = '*';
  return shape().draw(text, /*row_0_first=*/false);
}

template class DiscGame<true>;
template class DiscGame<false>;

extern const Module kOthello, kReversi;
const Module kOthello = module_of_turns<Othello>();
const Module kReversi = module_of_turns<Reversi>();

}  // namespace fairdeal::rules
