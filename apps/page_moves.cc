#include "apps/page_moves.h"

#include <algorithm>

#include "rules/json_full.h"

namespace fairdeal::apps {
namespace {

constexpr std::size_t kHintBytesMax = 8192;

using Pointer = Json::json_pointer;

/// Returns what stands at the end of a path that a hint names, such as /grid/move; null if nothing
/// does.
Json found_at(const Json& value, const char* path) {
  const Pointer pointer(path);
  return value.contains(pointer) ? value.at(pointer) : Json();
}

/// Returns a number of a hint that may be the name of a parameter.
std::int64_t size_of(const Json& size, const Json& params) {
  if (size.is_number_integer()) return size.get<std::int64_t>();
  const bool named = size.is_string() && params.contains(size.get<std::string>());
  const Json value = named ? params.at(size.get<std::string>()) : Json();
  return value.is_number_integer() ? value.get<std::int64_t>() : 0;
}

bool is_square(std::string_view text) {
  return text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

/// Returns the two squares of a move of chess, which its coordinates name: "e7e8Q".
Json squares_of(const rules::Choice& choice) {
  for (const std::string& name : choice.aliases) {
    if (name.size() < 4 || name.size() > 5) continue;
    const std::string from = name.substr(0, 2), to = name.substr(2, 2);
    if (is_square(from) && is_square(to)) return Json::array({from, to});
  }
  return Json::array();
}

/// Returns the cell of a board that a move names, in the way that the hint says.
Json cell_of(const Json& board, const Json& move, const Json& params) {
  const Json kind = board.value("move", Json());
  if ((kind == "index" || kind == "column") && move.is_number_integer())
    return Json::array({move.dump()});
  const bool is_pair = move.is_array() && move.size() == 2 && move[0].is_number_integer() &&
                       move[1].is_number_integer();
  if (!is_pair || (kind != "row,column" && kind != "column,row")) return Json::array();
  const bool row_first = kind == "row,column";
  const auto row = move[row_first ? 0 : 1].get<std::int64_t>();
  const auto column = move[row_first ? 1 : 0].get<std::int64_t>();
  const auto columns = size_of(board.value("columns", Json()), params);
  return Json::array({std::to_string(row * columns + column)});
}

/// Returns the card that a move plays, if it is the number of a slot of one's own cards.
Json card_of(const Json& hint, const Json& view, const Json& move) {
  const Json path = found_at(hint, "/cards/mine/pairs");
  if (!path.is_string() || !move.is_number_integer()) return Json::array();
  for (const Json& pair : found_at(view, path.get<std::string>().c_str()))
    if (pair.is_array() && pair.size() == 2 && pair[0] == move) return Json::array({pair[1]});
  return Json::array();
}

Json touches_of(const Json& hint, const Json& view, const Json& params, const rules::Choice& choice,
                const Json& move) {
  if (!hint.is_object()) return Json::array();
  if (hint.contains("cards")) return card_of(hint, view, move);
  if (!found_at(hint, "/grid/fen").is_null()) return squares_of(choice);
  const char* board = hint.contains("track") ? "track" : "grid";
  return hint.contains(board) ? cell_of(hint[board], move, params) : Json::array();
}

/// Returns bets of a share of the pot, where the view has what they are counted from: a bet is what
/// there is to meet, and the share of the pot after a call.
Json pot_shares(const rules::Range& range, const Json& view, Seat seat) {
  Json list = Json::array();
  const Json pots = view.value("pots", Json()), bets = view.value("bets", Json());
  const Json to_meet = view.value("to_meet", Json());
  if (!pots.is_array() || !bets.is_array() || bets.size() <= seat.value ||
      !to_meet.is_number_integer())
    return list;
  std::int64_t pot = 0;
  for (const Json& one : pots) pot += one.value("chips", std::int64_t{0});
  for (const Json& bet : bets) pot += bet.get<std::int64_t>();
  const auto meet = to_meet.get<std::int64_t>();
  const std::int64_t call = page_price(view, seat);
  struct Share {
    const char* label;
    std::int64_t parts, of;
  };
  for (const auto& [label, parts, of] : {Share{"⅓ pot", 1, 3}, {"½ pot", 1, 2}, {"Pot", 1, 1}}) {
    const std::int64_t value = meet + (pot + call) * parts / of;
    if (value > range.min && value < range.max && (value - range.min) % range.step == 0)
      list.push_back({{"label", label}, {"value", value}});
  }
  return list;
}

/// Returns the numbers that a move may have, with some to choose at once.
Json number_of(const Json& move, const rules::Range& range, const Json& hint, const Json& view,
               Seat seat) {
  const std::string name = move.is_object() && move.size() == 1 ? move.begin().key() : "";
  Json suggestions = Json::array({{{"label", "Min"}, {"value", range.min}}});
  const bool bets = name == "bet" || name == "raise";
  if (bets && !found_at(hint, "/moves/number/raise").is_null())
    for (Json& share : pot_shares(range, view, seat)) suggestions.push_back(std::move(share));
  if (range.max > range.min) suggestions.push_back({{"label", "Max"}, {"value", range.max}});
  return {{"name", name},
          {"min", range.min},
          {"max", range.max},
          {"step", range.step},
          {"suggestions", std::move(suggestions)}};
}

}  // namespace

std::int64_t page_price(const Json& view, Seat seat) {
  const Json bets = view.value("bets", Json()), to_meet = view.value("to_meet", Json());
  if (!bets.is_array() || bets.size() <= seat.value || !bets[seat.value].is_number_integer() ||
      !to_meet.is_number_integer())
    return 0;
  return std::max<std::int64_t>(0,
                                to_meet.get<std::int64_t>() - bets[seat.value].get<std::int64_t>());
}

Json page_hint(const rules::AnyGame& game) {
  const auto hint = rules::parse_json(game.info().hint, kHintBytesMax);
  return hint ? *hint : Json();
}

Json page_moves(const rules::AnyGame& game, Seat seat, const rules::Known& known,
                const rules::SeatNames& names) {
  const Json hint = page_hint(game), view = game.view(seat, known);
  Json moves = Json::array();
  for (const rules::Choice& choice : game.choices(seat, known, names)) {
    const Json move = Json::parse(choice.action.text);
    Json one = {{"id", choice.action.text},
                {"label", choice.label},
                {"move", move},
                {"touches", touches_of(hint, view, game.params(), choice, move)}};
    if (choice.range) one["number"] = number_of(move, *choice.range, hint, view, seat);
    if (choice.left_to_people) one["careful"] = true;
    moves.push_back(std::move(one));
  }
  return moves;
}

}  // namespace fairdeal::apps
