#include "games/connection-game/connection_game.h"

#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {

const GameInfo& ConnectionGame::info() {
  static const GameInfo kInfo{
      .name = "connection-game",
      .version = "2",
      .about = "Stones on a free square each; five in a row win.",
      .roles = {"First", "Second"},
      .params = {{"height", "rows", "9", 1, 26},
                 {"width", "columns", "9", 1, 26},
                 {"line_length", "stones in a row that win", "5", 2, 26}},
      .hint = R"({"grid":{"rows":"height","columns":"width","cells":"/board","bottom":true,)"
              R"("glyphs":{"0":"disc-black","1":"disc-white",".":null},"coordinates":"a1",)"
              R"("move":"row,column"}})",
      .rules = R"(In turn each player places a stone on a free square. The first player with five
in a row wins, across, upright or diagonally. A full board is a draw.

If you do not move in time, you lose the match.)"};
  return kInfo;
}

Result<ConnectionGame> ConnectionGame::start(const Json& params, std::size_t) {
  const Checkerboard shape(params.at("height").get<int>(), params.at("width").get<int>());
  ConnectionGame game(shape, params.at("line_length").get<int>());
  game.board_.assign(static_cast<std::size_t>(shape.size()), '.');
  game.free_ = shape.size();
  return game;
}

Result<ConnectionGame> ConnectionGame::load(const Json& params, std::size_t seats,
                                            const Json& state) {
  FD_TRY(ConnectionGame game, start(params, seats));
  const std::size_t size = game.board_.size();
  game.board_ = state.at("board").get<std::string>();
  if (game.board_.size() != size || game.board_.find_first_not_of(".01") != std::string::npos)
    return fail(Fault::bad_parameters, "state: 'board' has height x width of '.', '0', '1'");
  game.free_ = static_cast<int>(std::ranges::count(game.board_, '.'));
  FD_TRY(const Seat active, parse_active(info(), state));
  game.active_ = active.value;
  for (std::size_t i = 0; i < size; ++i) {
    if (game.board_[i] == '.' || !game.in_line(game.shape_.at(i))) continue;
    if (game.board_[i] == "01"[game.active_])
      return fail(Fault::bad_parameters, "state: who is to move has already won");
    game.won_ = true;
  }
  return game;
}

bool ConnectionGame::in_line(Square square) const {
  const char stone = board_[shape_.index(square)];
  const auto run = [&](Direction step) {
    int length = 0;
    for (Square s = square + step; shape_.has(s) && board_[shape_.index(s)] == stone; s = s + step)
      ++length;
    return length;
  };
  for (const Direction axis : Checkerboard::kAxes)
    if (1 + run(axis) + run({-axis.row, -axis.column}) >= line_length_) return true;
  return false;
}

std::vector<Square> ConnectionGame::moves() const {
  std::vector<Square> squares;
  if (won_) return squares;
  squares.reserve(static_cast<std::size_t>(free_));
  for (std::size_t i = 0; i < board_.size(); ++i)
    if (board_[i] == '.') squares.push_back(shape_.at(i));
  return squares;
}

void ConnectionGame::play(Square square) {
  board_[shape_.index(square)] = "01"[active_];
  --free_;
  won_ = in_line(square);
  active_ ^= 1;
}

Json ConnectionGame::json() const {
  return {{"active", active_json(info(), mover())}, {"board", board_}};
}

extern const Module kConnectionGame;
const Module kConnectionGame = module_of_turns<ConnectionGame>();

}  // namespace fairdeal::rules
