#include "games/pieces-tic-tac-toe/piece_tic_tac_toe.h"

#include "rules/checkerboard.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

constexpr Checkerboard kPieceBoard{3, 3};

/// The line through the last square wins; a full board is a draw.
template <class State>
void take(State& state, std::size_t square, Seat player) {
  state.marks[square] = player;
  static const auto kLines = [] {
    const auto all = kPieceBoard.lines();
    return Checkerboard::sublines(all, 3);
  }();
  const auto owned = [&](Square s) { return state.marks[kPieceBoard.index(s)] == player; };
  if (std::ranges::any_of(kLines,
                          [&](const auto& line) { return std::ranges::all_of(line, owned); }))
    state.winner = player;
  state.ended = state.winner || std::ranges::none_of(state.marks, [](const auto& mark) {
                  return !mark.has_value();
                });
}

}  // namespace

template <bool kLikeLibrary>
auto PieceTicTacToe<kLikeLibrary>::rules() -> const PieceRules<State>& {
  static const PieceRules<State> kRules = [] {
    std::vector<Piece<State>> pieces;
    for (const Square s : kPieceBoard.squares()) {
      const std::size_t square = kPieceBoard.index(s);
      Option<State> mark{.id = square_json(s), .effect = {}};
      mark.condition = [square](const State& state, Seat) {
        return !state.ended && !state.marks[square];
      };
      mark.effect = [square](State& state, Seat player) { take(state, square, player); };
      pieces.push_back({.id = square_json(s), .options = {mark}});
    }
    return PieceRules<State>::make(2, std::move(pieces)).value();
  }();
  return kRules;
}

template <bool kLikeLibrary>
const GameInfo& PieceTicTacToe<kLikeLibrary>::info() {
  static const GameInfo kInfo{.name = kLikeLibrary ? "tic-tac-toe-pieces" : "multigame-tic-tac-toe",
                              .version = "2",
                              .about = "Tic-tac-toe said by pieces and their options.",
                              .roles = kLikeLibrary ? std::vector<std::string>{"Xs", "Os"}
                                                    : std::vector<std::string>{"X", "O"},
                              .params = {},
                              .shelf = "reference"};
  return kInfo;
}

template <bool kLikeLibrary>
Result<PieceTicTacToe<kLikeLibrary>> PieceTicTacToe<kLikeLibrary>::start(const Json&, std::size_t) {
  return PieceTicTacToe();
}

template <bool kLikeLibrary>
Result<PieceTicTacToe<kLikeLibrary>> PieceTicTacToe<kLikeLibrary>::load(const Json&, std::size_t,
                                                                        const Json& state) {
  PieceTicTacToe game;
  if (kLikeLibrary && state.at("board").get_ref<const std::string&>().size() != 9)
    return fail(Fault::bad_parameters, "state: 'board' has nine characters");
  for (const Square s : kPieceBoard.squares()) {
    const std::size_t square = kPieceBoard.index(s);
    for (std::uint32_t seat = 0; seat < 2; ++seat) {
      const bool owns =
          kLikeLibrary
              ? state.at("board").template get_ref<const std::string&>().at(square) == "XO"[seat]
              : state.at("cells").at(square / 3).at(square % 3) == info().roles[seat];
      if (owns) take(game.state_, square, Seat(seat));
    }
  }
  FD_TRY(game.active_, parse_active(info(), state));
  const Json ours = game.json();
  for (const auto& [key, value] : ours.items())
    if (state.at(key) != value)
      return fail(Fault::bad_parameters, "state: '" + key + "' cannot be " + text(state[key]));
  return game;
}

template <bool kLikeLibrary>
std::vector<int> PieceTicTacToe<kLikeLibrary>::moves() const {
  std::vector<Move> squares;
  for (const PieceOption& choice : rules().options(state_, active_))
    squares.push_back(static_cast<Move>(kPieceBoard.index(*parse_square(choice.piece))));
  return squares;
}

template <bool kLikeLibrary>
auto PieceTicTacToe<kLikeLibrary>::commit(Seat player, const PieceOption& choice) const
    -> Result<PieceTicTacToe> {
  if (player != active_) return fail(Fault::illegal_move, "another player decides");
  FD_TRY(auto after, rules().commit(state_, player, choice));
  PieceTicTacToe next = *this;
  std::tie(next.state_, next.active_) = std::move(after);
  return next;
}

template <bool kLikeLibrary>
void PieceTicTacToe<kLikeLibrary>::play(Move square) {
  const Json id = square_json(kPieceBoard.at(static_cast<std::size_t>(square)));
  *this = commit(active_, {id, id}).value();
}

template <bool kLikeLibrary>
Json PieceTicTacToe<kLikeLibrary>::json() const {
  const auto role = [](const std::optional<Seat>& seat) {
    return seat ? Json(info().roles[seat->value]) : Json();
  };
  if (kLikeLibrary) {
    std::string board;
    for (const auto& mark : state_.marks) board += mark ? "XO"[mark->value] : '_';
    return {{"active", active_json(info(), active_)}, {"board", board}};
  }
  Json cells = Json::array();
  for (std::size_t square = 0; square < 9; ++square) {
    if (square % 3 == 0) cells.push_back(Json::array());
    cells.back().push_back(role(state_.marks[square]));
  }
  return {{"active", active_json(info(), active_)},
          {"cells", cells},
          {"ended", state_.ended},
          {"winner", role(state_.winner)}};
}

template <bool kLikeLibrary>
std::string PieceTicTacToe<kLikeLibrary>::draw() const {
  std::string board;
  for (const auto& mark : state_.marks) board += mark ? "XO"[mark->value] : '.';
  return kPieceBoard.draw(board);
}

template <bool kLikeLibrary>
Json PieceTicTacToe<kLikeLibrary>::move_json(const Move& move) {
  return kLikeLibrary ? Json(move) : square_json(kPieceBoard.at(static_cast<std::size_t>(move)));
}

template <bool kLikeLibrary>
Result<int> PieceTicTacToe<kLikeLibrary>::parse_move(const Json& json) {
  if (kLikeLibrary) {
    if (json.is_number_integer() && json >= 0 && json <= 8) return json.template get<int>();
    return fail(Fault::not_canonical, "a square is 0 to 8");
  }
  FD_TRY(const Square square, parse_square(json));
  if (!kPieceBoard.has(square)) return fail(Fault::not_canonical, "a square of three by three");
  return static_cast<int>(kPieceBoard.index(square));
}

template <bool kLikeLibrary>
std::uint64_t PieceTicTacToe<kLikeLibrary>::hash() const {
  std::uint64_t marks = active_.value;
  for (const auto& mark : state_.marks) marks = 3 * marks + (mark ? 1 + mark->value : 0);
  return hash_bytes(&marks, sizeof marks);
}

template class PieceTicTacToe<false>;
template class PieceTicTacToe<true>;

extern const Module kMultigameTicTacToe, kPiecesTicTacToe;
const Module kMultigameTicTacToe = module_of_turns<MultigameTicTacToe>();
const Module kPiecesTicTacToe = module_of_turns<PiecesTicTacToe>();

}  // namespace fairdeal::rules
