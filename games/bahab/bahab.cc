#include "games/bahab/bahab.h"

#include <cctype>

#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

constexpr std::string_view kPieces[] = {"AB", "ab"};
bool owns(std::uint32_t seat, char piece) {
  return kPieces[seat].find(piece) != std::string_view::npos;
}

}  // namespace

const GameInfo& Bahab::info() {
  static const GameInfo kInfo{
      .name = "bahab",
      .version = "2",
      .about = "Bring your A home through the other side's ranks.",
      .roles = {"Uppercase", "Lowercase"},
      .params = {},
      .rules = R"(Each player begins with nine Bs and an A on their first two rows of the board. A
B moves one square diagonally forward. An A moves so, too, or one square
straight back. A piece takes only its own kind: a B takes a B, and an A an A.

You win when your A comes to the first row of the other side, when you take the
other A, or when the other player cannot move.

If you do not move in time, you lose the match.)"};
  return kInfo;
}

Result<Bahab> Bahab::start(const Json&, std::size_t) {
  Bahab game;
  game.board_ = "BBABBBBBBB.....bbbbbbbabb";
  return game;
}

Result<Bahab> Bahab::load(const Json&, std::size_t, const Json& state) {
  Bahab game;
  game.board_ = state.at("board").get<std::string>();
  if (game.board_.size() != 25 || game.board_.find_first_not_of("ABab.") != std::string::npos)
    return fail(Fault::bad_parameters, "state: 'board' has 25 of 'A', 'B', 'a', 'b', '.'");
  FD_TRY(const Seat active, parse_active(info(), state));
  game.active_ = active.value;
  game.decided_ = game.loser().has_value();
  return game;
}

std::optional<Seat> Bahab::loser() const {
  const auto has = [](std::string_view squares, char piece) {
    return squares.find(piece) != std::string_view::npos;
  };
  const std::string_view board = board_;
  if (!has(board, 'A') || has(board.substr(0, 5), 'a')) return Seat(0);
  if (!has(board, 'a') || has(board.substr(20), 'A')) return Seat(1);
  return {};
}

std::vector<Bahab::Move> Bahab::can_move() const {
  const int forward = active_ == 0 ? 1 : -1;
  std::vector<Move> moves;
  for (const Square from : kBoard.squares()) {
    const char piece = board_[kBoard.index(from)];
    if (!owns(active_, piece)) continue;
    const auto try_step = [&](Direction step) {
      const Square to = from + step;
      if (!kBoard.has(to)) return;
      const char there = board_[kBoard.index(to)];
      // A capital letter differs from its small one in one bit.
      if (there == '.' || (there ^ piece) == 0x20) moves.push_back({from, to});
    };
    try_step({forward, -1});
    try_step({forward, 1});
    if (piece == kPieces[active_][0]) try_step({-forward, 0});
  }
  std::ranges::sort(moves);
  return moves;
}

std::vector<Bahab::Move> Bahab::moves() const {
  return decided_ ? std::vector<Move>() : can_move();
}

void Bahab::play(const Move& move) {
  board_[kBoard.index(move.to)] = std::exchange(board_[kBoard.index(move.from)], '.');
  active_ ^= 1;
  decided_ = loser().has_value();
}

Payoff Bahab::payoff() const {
  const Seat loses = loser().value_or(mover());
  return win_for(Seat(1 - loses.value));
}

Json Bahab::json() const { return {{"active", active_json(info(), mover())}, {"board", board_}}; }

Json Bahab::scene(Observer observer) const {
  const bool turned = observer == Seat(1);
  const auto cell = [&](Square square) {
    const int row = turned ? square.row : 4 - square.row;
    const int column = turned ? 4 - square.column : square.column;
    return std::to_string(row) + "," + std::to_string(column);
  };
  // Not "c1", which is the card in slot 1.
  const auto thing_on = [](Square square) { return "on " + square_name(square); };
  Json board = {{"id", "board"}, {"kind", "board"}, {"cells", "checkers"},
                {"rank", 1},     {"rows", 5},       {"columns", 5}};
  board["edge"] = turned ? Json::array({{"1", "2", "3", "4", "5"}, {"e", "d", "c", "b", "a"}})
                         : Json::array({{"5", "4", "3", "2", "1"}, {"a", "b", "c", "d", "e"}});
  Json things = Json::array(), moves = Json::array();
  for (const Square square : kBoard.squares())
    if (const char piece = board_[kBoard.index(square)]; piece != '.')
      things.push_back({thing_on(square), "board", cell(square), std::string("piece-") + piece});
  if (observer == mover())
    for (const Move& move : this->moves())
      moves.push_back({{"id", text(move_json(move))},
                       {"touches", {thing_on(move.from), "board:" + cell(move.to)}}});
  const auto disc = [](const char* letter, const char* colour, const char* name) {
    return Json{{"shape", "disc"}, {"text", letter}, {"colour", colour}, {"name", name}};
  };
  return {{"seats", {{{"face", "piece-A"}}, {{"face", "piece-a"}}}},
          {"faces",
           {{"piece-A", disc("A", "white", "white A")},
            {"piece-B", disc("B", "white", "white B")},
            {"piece-a", disc("a", "black", "black A")},
            {"piece-b", disc("b", "black", "black B")}}},
          {"places", Json::array({board})},
          {"things", things},
          {"moves", moves}};
}

Json Bahab::move_json(const Move& move) {
  return Json::array({square_json(move.from), square_json(move.to)});
}

Result<Bahab::Move> Bahab::parse_move(const Json& json) {
  if (!json.is_array() || json.size() != 2)
    return fail(Fault::not_canonical, "a move is [[row, column], [row, column]]");
  FD_TRY(const Square from, parse_square(json[0]));
  FD_TRY(const Square to, parse_square(json[1]));
  return Move{from, to};
}

extern const Module kBahab;
const Module kBahab = module_of_turns<Bahab>();

}  // namespace fairdeal::rules
