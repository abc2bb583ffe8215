#include "conformance/kinds.h"
#include "games/players/tribolo_ai.h"
#include "games/tribolo/tribolo.h"
#include "rules/model.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

Result<TriboloBoard> board_of(const Json& state) {
  FD_TRY(const AnyGame game, game_of({{"game", "tribolo"}}, state));
  return typed<Tribolo>(game)->board();
}

Json board_json(const TriboloBoard& board) {
  Json scores = Json::object(), active = Json::array();
  for (std::uint32_t i = 0; i < TriboloBoard::kSeats; ++i)
    scores[TriboloBoard::info().roles[i]] = board.cells()[i];
  if (board.turn()) active = active_json(TriboloBoard::info(), *board.turn());
  return {{"board", board.text()}, {"active", active}, {"scores", scores}};
}

}  // namespace

void check_tribolo_ai_line(const Json& line, Checker& check) {
  const auto board = board_of(line.at("state"));
  if (!board) return check.fail("state", board.error());
  const auto strategy = tribolo_strategy(line.at("strategy").get<std::string>());
  if (!strategy) return check.skip("tribolo strategy " + line["strategy"].dump());
  Json values = Json::array(), best = Json::array();
  std::int64_t most = INT64_MIN;
  const auto evaluated = tribolo_values(*board, board->mover(), *strategy);
  for (const auto& [move, value] : evaluated)
    values.push_back({{"move", TriboloBoard::move_json(move)}, {"value", value}});
  // With the strategy ai_scores the value is what red and green have, so blue looks for the least.
  const bool maximizes = tribolo_maximizes(board->mover(), board->mover(), *strategy);
  for (const auto& [move, value] : evaluated) most = std::max(most, maximizes ? value : -value);
  for (const auto& [move, value] : evaluated)
    if ((maximizes ? value : -value) == most) best.push_back(TriboloBoard::move_json(move));
  check.same_set("values", line.at("values"), values);
  check.same_set("best_moves", line.at("best_moves"), best);
  if (line.contains("best_value"))
    check.same("best_value", line["best_value"], maximizes ? most : -most);
  if (line.contains("is_seed_choice"))
    check.same("is_seed_choice", line["is_seed_choice"],
               *strategy == choose_tribolo_strategy(*board, board->mover()));
}

void check_tribolo_commands_line(const Json& line, Checker& check) {
  const auto first = board_of(line.at("initial"));
  if (!first) return check.fail("initial", first.error());
  constexpr Seat kHuman{0};
  std::vector<TriboloBoard> turns{*first};
  for (const Json& step : line.at("steps")) {
    check.next_ply();
    const auto command = step.at("command").get<std::string>();
    const std::vector<TriboloBoard> before = turns;
    if (command == "play") {
      const auto move = Tribolo::parse_move(step.at("at"));
      const auto turn = turns.back().turn();
      if (move && turn && TriboloBoard::kShape.has(move->cell) &&
          turns.back().can_move(*turn, move->cell)) {
        turns.push_back(turns.back());
        turns.back().play(*move);
      }
    } else if (command == "undo") {  // goes back to the person's last turn
      do {
        if (turns.size() > 1) turns.pop_back();
      } while (turns.size() > 1 && turns.back().turn() != kHuman);
    } else if (command == "restart") {
      turns.resize(1, *first);
    } else {
      return check.skip("tribolo command " + command);
    }
    if (command != "restart") check.same("accepted", step.at("accepted"), turns != before);
    const Json ours = board_json(turns.back());
    const Json& after = step.at("after");
    for (const char* key : {"board", "active", "scores"})
      if (after.contains(key)) check.same(key, after[key], ours[key]);
    if (after.contains("turns")) check.same("turns", after["turns"], turns.size());
    if (!check.agrees()) return;
  }
}

}  // namespace fairdeal::conformance
