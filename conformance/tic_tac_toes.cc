#include <stdexcept>

#include "conformance/behaviours.h"
#include "conformance/kinds.h"
#include "games/pieces-tic-tac-toe/piece_tic_tac_toe.h"
#include "games/pittman-tic-tac-toe/pittman.h"
#include "rules/turns.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

/// Reads a node. Throws if it is none; check_line() reports that.
PittmanTicTacToe node_of(const std::string& node) {
  const auto position = PittmanTicTacToe::from_node(node);
  if (!position) throw std::invalid_argument(position.error().about);
  return *position;
}

/// Returns the number of positions below `node`; one that several orders of moves reach counts once
/// for each order.
std::uint64_t positions_below(const PittmanTicTacToe& node) {
  std::uint64_t positions = 0;
  for (const int square : node.moves()) {
    PittmanTicTacToe child = node;
    child.play(square);
    positions += 1 + positions_below(child);
  }
  return positions;
}

/// Plays from `node` to the end, with a best move of each side, and returns the outcome in words.
std::string best_end(PittmanTicTacToe node) {
  while (!node.over()) {
    const int value = node_value(node).value;
    for (const int square : node.moves()) {
      PittmanTicTacToe child = node;
      child.play(square);
      if (-node_value(child).value != value) continue;
      node = child;
      break;
    }
  }
  const auto payoff = node.payoff();
  return payoff[0] > 0 ? "X wins" : payoff[0] < 0 ? "O wins" : "cats game";
}

void check_value(const Json& line, Checker& check) {
  const auto node = node_of(line.at("node").get<std::string>());
  const Json& expect = line.at("expect");
  check.same("to_move", line.at("to_move"), PittmanTicTacToe::info().roles[node.mover().value]);
  const int value_for_mover = node_value(node).value;
  check.same("value_for_mover", expect.at("value_for_mover"), value_for_mover);
  Json squares = Json::array(), best = Json::array();
  for (const int square : node.moves()) {
    PittmanTicTacToe child = node;
    child.play(square);
    const auto [value, plies] = node_value(child);
    squares.push_back({{"square", square}, {"value", -value}, {"plies_to_end", plies + 1}});
    if (-value == value_for_mover) best.push_back(square);
  }
  check.same_set("squares", expect.at("squares"), squares);
  // These are all squares with the best value, and not only those of the quickest win or the
  // slowest loss.
  if (expect.contains("best_squares")) check.same_set("best_squares", expect["best_squares"], best);
}

void check_pruning(const Json& expect, Checker& check) {
  if (expect.contains("pruned")) {
    check.same("pruned", expect["pruned"], pruned_value(node_of("")));
    check.same("unpruned", expect.at("unpruned"), node_value(node_of("")).value);
    return;
  }
  std::size_t nodes = 0;
  for (const int first : squares_to_try(node_of("")))
    nodes += squares_to_try(node_of(std::to_string(first))).size();
  std::size_t orders = 1;
  for (std::size_t left = 7; left > 0; --left) orders *= left;
  for (const auto& [node, squares] : expect.at("squares_tried").items())
    check.same("squares tried after '" + node + "'", squares, squares_to_try(node_of(node)));
  check.same("nodes_at_ply_2", expect.at("nodes_at_ply_2"), nodes);
  check.same("orders_of_the_rest", expect.at("orders_of_the_rest"), orders);
  check.same("full boards", expect.at("full_boards_without_stopping_at_wins"), nodes * orders);
  check.same("unpruned", expect.at("unpruned"), std::size_t{9} * 8 * orders);
}

void check_masks(const Json& expect, Checker& check) {
  const auto& masks = PittmanTicTacToe::win_masks();
  const auto part = [&](int from, int to) {
    return std::vector<int>(masks.begin() + from, masks.begin() + to);
  };
  check.same("rows", expect.at("rows"), part(0, 3));
  check.same("columns", expect.at("columns"), part(3, 6));
  check.same("diagonals", expect.at("diagonals"), part(6, 8));
}

}  // namespace

void check_pittman_line(const Json& line, Checker& check) {
  const auto topic = line.at("topic").get<std::string>();
  const Json& expect = line.at("expect");
  if (topic == "win_masks") return check_masks(expect, check);
  if (topic == "value") return check_value(line, check);
  if (topic == "pruning") return check_pruning(expect, check);
  if (topic == "count") {
    check.same("all_orders", expect.at("all_orders"), positions_below(node_of("")));
  } else if (topic == "node") {
    const auto node = PittmanTicTacToe::from_node(expect.at("node").get<std::string>());
    if (!node) return check.fail("node", node.error());
    check.same("node", expect, node->json());
  } else if (topic == "rejected") {
    const auto node = node_of(line.at("given").at("node").get<std::string>());
    const auto move = PittmanTicTacToe::parse_move(line["given"].at("square"));
    const auto moves = node.moves();
    check.same("rejected", expect.at("rejected"), !move || std::ranges::count(moves, *move) == 0);
  } else {  // self_play
    for (const auto& [start, end] : expect.items())
      check.same(start, end,
                 best_end(node_of(start == "from_empty" ? "" : start.substr(start.find('_') + 1))));
  }
}

namespace {

using Multigame = Turns<MultigameTicTacToe>;

/// Reads the ids of the piece and the option of a step. If the step has only one id, it is both.
PieceOption choice_of(const Json& step) {
  if (step.is_array()) return {step, step};
  return {step.at("piece"), step.at("option")};
}

void compare_game(const Json& expect, const MultigameTicTacToe& game, Checker& check) {
  const Json state = game.json();
  for (const char* key : {"ended", "winner", "cells"})
    if (expect.contains(key)) check.same(key, expect[key], state[key]);
  for (const char* key : {"active", "active_after"})
    if (expect.contains(key)) {
      const Json& active = expect[key];
      check.same(key, active.is_array() ? active : Json::array({active}), state["active"]);
    }
  const auto options = MultigameTicTacToe::rules().size();
  if (expect.contains("pieces")) check.same("pieces", expect["pieces"], options);
  if (expect.contains("options_per_piece")) {
    check.same("options_per_piece", expect["options_per_piece"], game.moves().size() / options);
  }
}

}  // namespace

namespace {

/// Checks who may take the one option of a piece that belongs to somebody or nobody.
void check_ownership(const Json& given, const Json& expect, Checker& check) {
  const auto seat_of_name = [](const Json& name) -> std::optional<Seat> {
    if (name == "X" || name == "O") return Seat(name == "X" ? 0 : 1);
    return {};
  };
  const auto player = seat_of_name(given.value("player", Json("X")));
  const Json owner = given.value("owner", Json());
  const Json* ownership = first_of(given, {"ownership_condition", "ownershipCondition"});
  if (!player || (!owner.is_null() && !seat_of_name(owner)) || !expect.contains("success") ||
      (ownership != nullptr && !ownership->is_boolean()))
    return check.skip("multigame scenario of owned pieces of another form");
  Option<int> option{.id = "option", .effect = [](int& taken, Seat) { ++taken; }};
  if (given.contains("condition"))
    option.condition = [holds = given["condition"] == true](int, Seat) { return holds; };
  if (ownership != nullptr)
    option.ownership = [holds = *ownership == true](std::optional<Seat>, Seat) { return holds; };
  Piece<int> piece{.id = "piece", .options = {option}};
  piece.owner = [of = seat_of_name(owner)](int) { return of; };
  const auto rules = PieceRules<int>::make(2, {piece}).value();
  const auto after = rules.commit(0, *player, {"piece", "option"});
  check.same("success", expect["success"], after.has_value());
  check.same("options", after ? 1 : 0, rules.options(0, *player).size());
  if (expect.contains("error") && !after) check.same("error", expect["error"], after.error().about);
}

/// Checks that two games which go on from one state, each with its own options, do not influence
/// each other.
void check_two_games(const Json& given, const Json& expect, Checker& check) {
  MultigameTicTacToe start = *MultigameTicTacToe::start({}, 2);
  if (given.contains("state")) {
    const auto loaded = MultigameTicTacToe::load({}, 2, given["state"]);
    if (!loaded) return check.fail("state", loaded.error());
    start = *loaded;
  }
  const MultigameTicTacToe before = start;
  for (const char* which : {"first", "second"}) {
    MultigameTicTacToe game = start;
    for (const Json& step : given.at(which)) {
      const auto next = game.commit(game.mover(), choice_of(step));
      if (!next) return check.fail(which, next.error());
      game = *next;
    }
    compare_game(expect.at(which), game, check);
  }
  check.is_true("the state that both began from stays as it was", start == before);
}

}  // namespace

void check_multigame_line(const Json& line, Checker& check) {
  static const std::set<std::string> kKnown{
      "active",    "active_after", "ended", "winner",     "cells", "pieces", "options_per_piece",
      "piece_ids", "success",      "error", "same_state", "why",   "options"};
  Json given = line.value("given", Json::object());
  const Json& expect = line.at("expect");
  if (given.contains("owner")) return check_ownership(given, expect, check);
  if (given.contains("first") && given.contains("second"))
    return check_two_games(given, expect, check);
  if (const Json* then = first_of(given, {"then"}); then != nullptr) {  // what follows the options
    const Json last = *then;
    given.erase("then");
    given.update(last);
  }
  for (const auto& [key, value] : expect.items())
    if (!kKnown.contains(key)) return check.skip("multigame scenario with " + key);
  for (const auto& [key, value] : given.items())
    if (key != "state" && key != "player" && key != "piece" && key != "option" && key != "options")
      return check.skip("multigame scenario with " + key);

  MultigameTicTacToe game = *MultigameTicTacToe::start({}, 2);
  if (given.contains("state")) {
    const auto loaded = MultigameTicTacToe::load({}, 2, given["state"]);
    if (!loaded) return check.fail("state", loaded.error());
    game = *loaded;
  }
  std::optional<Error> refused;
  const auto commit = [&](Seat player, const PieceOption& choice) {
    const MultigameTicTacToe before = game;
    auto next = game.commit(player, choice);
    check.is_true("the old state stays as it was", game == before);
    if (next)
      game = *next;
    else
      refused = next.error();
  };
  for (const Json& step : given.value("options", Json::array()))
    commit(game.mover(), choice_of(step));
  if (given.contains("piece")) {
    const bool x = !given.contains("player") || given["player"] == "X";
    commit(Seat(x ? 0 : 1), {given["piece"], given.at("option")});
  }
  if (expect.contains("success")) check.same("success", expect["success"], !refused);
  if (expect.contains("error") && refused) check.same("error", expect["error"], refused->about);
  if (expect.contains("options")) {
    if (!expect["options"].is_object()) return check.skip("multigame options of another form");
    Json options = Json::object(), expected = Json::object();
    const auto plain = [](std::string id) {  // lines write "[0,1]" or "0,1"
      std::erase_if(id, [](char c) { return c == '[' || c == ']' || c == ' '; });
      return id;
    };
    for (const PieceOption& choice :
         MultigameTicTacToe::rules().options(game.state(), game.mover()))
      options[plain(text(choice.piece))].push_back(choice.option);
    for (const auto& [id, list] : expect["options"].items()) expected[plain(id)] = list;
    check.same("options", expected, options);
  }
  compare_game(expect, game, check);
}

}  // namespace fairdeal::conformance
