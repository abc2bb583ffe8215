#include "games/pittman-tic-tac-toe/pittman.h"

#include <set>

#include "rules/checkerboard.h"
#include "rules/turns.h"

namespace fairdeal::rules {

const GameInfo& PittmanTicTacToe::info() {
  static const GameInfo kInfo{.name = "pittman-tic-tac-toe",
                              .version = "2",
                              .about = "Tic-tac-toe whose state is its own history.",
                              .roles = {"X", "O"},
                              .params = {},
                              .shelf = "reference"};
  return kInfo;
}

const std::array<int, 8>& PittmanTicTacToe::win_masks() {
  static const std::array<int, 8> kMasks{14, 112, 896, 146, 292, 584, 546, 168};
  return kMasks;
}

Result<PittmanTicTacToe> PittmanTicTacToe::start(const Json&, std::size_t) {
  return PittmanTicTacToe();
}

Result<PittmanTicTacToe> PittmanTicTacToe::from_node(const std::string& node) {
  PittmanTicTacToe game;
  for (const char square : node) {
    const auto moves = game.moves();
    if (std::ranges::count(moves, square - '0') == 0)
      return fail(Fault::bad_parameters, "node " + node + ": nobody may play " + square);
    game.play(square - '0');
  }
  return game;
}

Result<PittmanTicTacToe> PittmanTicTacToe::load(const Json&, std::size_t, const Json& state) {
  FD_TRY(PittmanTicTacToe game, from_node(state.at("node").get<std::string>()));
  const Json ours = game.json();
  for (const auto& [key, value] : ours.items())
    if (state.at(key) != value)
      return fail(Fault::bad_parameters, "state: '" + key + "' does not follow from the node");
  return game;
}

int PittmanTicTacToe::mask(Seat seat) const {
  int mask = 0;
  for (std::size_t i = seat.value; i < node_.size(); i += 2) mask |= 1 << (node_[i] - '0');
  return mask;
}

bool PittmanTicTacToe::won(Seat seat) const {
  return std::ranges::any_of(win_masks(),
                             [own = mask(seat)](int line) { return (own & line) == line; });
}

std::vector<int> PittmanTicTacToe::moves() const {
  std::vector<Move> squares;
  for (Move square = 1; !over() && square <= 9; ++square)
    if (node_.find(static_cast<char>('0' + square)) == std::string::npos) squares.push_back(square);
  return squares;
}

Payoff PittmanTicTacToe::payoff() const {
  return won(Seat(0)) ? Payoff{1, -1} : won(Seat(1)) ? Payoff{-1, 1} : Payoff{0, 0};
}

Json PittmanTicTacToe::json() const {
  Json cells = Json::array();
  for (int square = 1; square <= 9; ++square) {
    const std::size_t ply = node_.find(static_cast<char>('0' + square));
    cells.push_back(ply == std::string::npos ? std::to_string(square) : info().roles[ply % 2]);
  }
  const bool x_won = won(Seat(0)), o_won = won(Seat(1));
  return {{"cats_game", node_.size() == 9 && !x_won && !o_won},
          {"cells", cells},
          {"node", node_},
          {"o_mask", mask(Seat(1))},
          {"o_won", o_won},
          {"to_move", over() ? Json() : Json(info().roles[mover().value])},
          {"x_mask", mask(Seat(0))},
          {"x_won", x_won}};
}

std::string PittmanTicTacToe::draw() const {
  std::string text, cells;
  const Json state = json();
  for (const Json& cell : state["cells"]) cells += cell.get<std::string>();
  for (std::size_t i = 0; i < 9; ++i) {
    text += std::string(" ") + cells[i] + " ";
    text += i % 3 < 2 ? "|" : i < 8 ? "\n---+---+---\n" : "\n";
  }
  return text;
}

Result<int> PittmanTicTacToe::parse_move(const Json& json) {
  if (!json.is_number_integer() || json < 1 || json > 9)
    return fail(Fault::not_canonical, "a square is 1 to 9");
  return json.get<int>();
}

NodeValue node_value(const PittmanTicTacToe& node) {
  if (node.over()) return {static_cast<int>(node.payoff()[node.mover().value]), 0};
  std::optional<NodeValue> best;
  for (const int square : node.moves()) {
    PittmanTicTacToe child = node;
    child.play(square);
    NodeValue reply = node_value(child);
    reply = {-reply.value, reply.plies_to_end + 1};
    const auto sooner = [](const NodeValue& a, const NodeValue& b) {
      if (a.value != b.value) return a.value > b.value;
      return a.value > 0 ? a.plies_to_end < b.plies_to_end : a.plies_to_end > b.plies_to_end;
    };
    if (!best || sooner(reply, *best)) best = reply;
  }
  return *best;
}

std::vector<int> squares_to_try(const PittmanTicTacToe& node) {
  if (node.node().size() > 1) return node.moves();
  static constexpr Checkerboard kBoard{3, 3};
  std::vector<int> squares;
  std::set<std::string> seen;
  for (const int square : node.moves()) {
    PittmanTicTacToe child = node;
    child.play(square);
    std::string board(9, '.');
    for (std::size_t i = 0; i < child.node().size(); ++i)
      board[static_cast<std::size_t>(child.node()[i] - '1')] = "XO"[i % 2];
    if (seen.contains(board)) continue;
    for (auto& image : kBoard.symmetries(board)) seen.insert(std::move(image));
    squares.push_back(square);
  }
  return squares;
}

int pruned_value(const PittmanTicTacToe& node) {
  if (node.over()) return static_cast<int>(node.payoff()[node.mover().value]);
  int best = -1;
  for (const int square : squares_to_try(node)) {
    PittmanTicTacToe child = node;
    child.play(square);
    best = std::max(best, -pruned_value(child));
    if (best == 1) break;
  }
  return best;
}

extern const Module kPittmanTicTacToe;
const Module kPittmanTicTacToe = module_of_turns<PittmanTicTacToe>();

}  // namespace fairdeal::rules
