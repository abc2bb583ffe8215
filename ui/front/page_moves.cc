#include "ui/front/page_moves.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

#include "rules/hint.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/scene/scene.h"

namespace fairdeal::front {
namespace {

using rules::JsonReader;

/// Chips beyond this are none: sums of some of them never overflow.
constexpr std::int64_t kPageChipsMax = std::int64_t{1} << 53;
/// A board has at most so many rows, columns or houses.
constexpr std::int64_t kPageCellsMax = 1024;

/// Returns a number of a hint that may be the name of a parameter.
std::optional<std::int64_t> size_of(const JsonReader& size, const JsonReader& params) {
  const auto name = size.text();
  return (name ? params.member(*name) : size).number(1, kPageCellsMax);
}

/// The cells or cards to click for a move, in order.
using Touches = std::vector<std::string>;

bool is_square(std::string_view text) {
  return text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

/// Returns the two squares of a move of chess, which its coordinates name: "e7e8Q".
Touches squares_of(const rules::Choice& choice) {
  for (const std::string& name : choice.aliases) {
    if (name.size() < 4 || name.size() > 5) continue;
    const std::string from = name.substr(0, 2), to = name.substr(2, 2);
    if (is_square(from) && is_square(to)) return {from, to};
  }
  return {};
}

/// Returns the piece that a pawn becomes by a move of chess, which its coordinates name: "Q" of
/// "e7e8Q"; "" for any other move.
std::string piece_of(const rules::Choice& choice) {
  const Touches squares = squares_of(choice);
  for (const std::string& name : choice.aliases)
    if (!squares.empty() && name.size() == 5)
      return std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(name[4]))));
  return "";
}

/// Returns the cell of a board that a move names, in the way that the hint says.
Touches cell_of(const JsonReader& board, const JsonReader& move, const JsonReader& params) {
  const JsonReader kind = board.member("move");
  if (kind.is("index") || kind.is("column")) {
    const auto place = move.number(0, kPageCellsMax - 1);
    return place ? Touches{std::to_string(*place)} : Touches();
  }
  const bool row_first = kind.is("row,column");
  if (move.size() != 2 || (!row_first && !kind.is("column,row"))) return {};
  const auto row = move.element(row_first ? 0 : 1).number(0, kPageCellsMax - 1);
  const auto column = move.element(row_first ? 1 : 0).number(0, kPageCellsMax - 1);
  const auto columns = size_of(board.member("columns"), params);
  if (!row || !column || !columns || *column >= *columns) return {};
  return {std::to_string(*row * *columns + *column)};
}

/// Returns the card that a move plays, if it is the number of a slot of one's own cards.
Touches card_of(const JsonReader& hint, const JsonReader& view, const JsonReader& move) {
  const auto path = hint.at_path("/cards/mine/pairs").text();
  const auto slot = move.number();
  if (!path || !slot) return {};
  for (const JsonReader& pair : view.at_path(*path).elements()) {
    const auto card = pair.element(1).text();
    if (pair.size() == 2 && card && pair.element(0).number() == slot) return {*card};
  }
  return {};
}

Touches touches_of(const JsonReader& hint, const JsonReader& view, const JsonReader& params,
                   const rules::Choice& choice, const JsonReader& move) {
  if (hint.member("cards").exists()) return card_of(hint, view, move);
  if (!hint.at_path("/grid/fen").is_null()) return squares_of(choice);
  return cell_of(hint.member(hint.member("track").exists() ? "track" : "grid"), move, params);
}

/// Returns what a scene says of moves, by their ids.
std::map<std::string, JsonReader> moves_of_scene(const JsonReader& scene) {
  std::map<std::string, JsonReader> moves;
  for (const JsonReader& move : scene.member("moves").elements())
    moves.emplace(move.member("id").text().value_or(""), move);
  return moves;
}

/// Returns the id of a move in a scene: its text, or else its JSON form.
std::string scene_id_of(const JsonReader& move, const rules::Choice& choice) {
  return move.text().value_or(choice.action.text);
}

/// Adds to a move what the scene says of it.
void add_scene(message::Move& move, const JsonReader& in_scene) {
  const auto word = [&](const char* member) { return in_scene.member(member).text().value_or(""); };
  if (const std::string label = word("label"); !label.empty()) move.label = label;
  move.brief_label = word("short");
  move.aside = word("aside");
  move.ask = word("ask");
  move.touches = in_scene.member("touches").texts().value_or(Touches());
  move.picks = in_scene.member("picks").texts().value_or(Touches());
}

/// Returns the chips of a list in all; none if they are more than there may be.
std::optional<std::int64_t> sum_of_chips(const std::vector<std::optional<std::int64_t>>& list) {
  std::int64_t sum = 0;
  for (const auto& chips : list) {
    sum += chips.value_or(0);
    if (sum > kPageChipsMax) return {};
  }
  return sum;
}

/// Returns what is in the pots and in front of the seats; none if the view has no such chips.
std::optional<std::int64_t> pot_of(const JsonReader& view) {
  std::vector<std::optional<std::int64_t>> chips;
  for (const JsonReader& pot : view.member("pots").elements())
    chips.push_back(pot.member("chips").number(0, kPageChipsMax));
  for (const JsonReader& bet : view.member("bets").elements())
    chips.push_back(bet.number(0, kPageChipsMax));
  return view.member("pots").is_list() ? sum_of_chips(chips) : std::nullopt;
}

/// Returns bets of a share of the pot, where the view has what they are counted from: a bet is what
/// there is to meet, and the share of the pot after a call.
std::vector<message::Suggestion> pot_shares(const rules::Range& range, const JsonReader& view,
                                            Seat seat) {
  std::vector<message::Suggestion> list;
  const auto pot = pot_of(view), meet = view.member("to_meet").number(0, kPageChipsMax);
  if (!pot || !meet || !view.member("bets").element(seat.value).exists()) return list;
  const std::int64_t call = page_price(view.json(), seat);
  struct Share {
    const char *name, *label;
    std::int64_t parts, of;
  };
  for (const auto& [name, label, parts, of] :
       {Share{"1/3 pot", "⅓ pot", 1, 3}, {"1/2 pot", "½ pot", 1, 2}, {"pot", "Pot", 1, 1}}) {
    const std::int64_t value = *meet + (*pot + call) * parts / of;
    if (value > range.min && value < range.max && (value - range.min) % range.step == 0)
      list.push_back({.label = label, .value = value, .name = name});
  }
  return list;
}

/// Returns whether the hint offers shares of the pot as numbers of this kind of move.
bool offers_pot_shares(const JsonReader& hint, const std::string& kind) {
  const JsonReader numbers = hint.member("moves").member("number");
  for (const JsonReader& preset : numbers.member(kind).member("presets").elements())
    if (preset.is("pot") || preset.is("1/2 pot") || preset.is("1/3 pot")) return true;
  return false;
}

/// Returns the numbers that a move may have, with some to choose at once.
message::NumberOfMove number_of(const rules::Choice& choice, const rules::Range& range,
                                const JsonReader& hint, const JsonReader& view, Seat seat) {
  std::vector<message::Suggestion> suggestions{{.label = "Min", .value = range.min, .name = "min"}};
  if (offers_pot_shares(hint, choice.kind))
    for (message::Suggestion& share : pot_shares(range, view, seat))
      suggestions.push_back(std::move(share));
  if (range.max > range.min)
    suggestions.push_back({.label = "Max", .value = range.max, .name = "max"});
  return {.name = choice.kind,
          .min = range.min,
          .max = range.max,
          .step = range.step,
          .suggestions = std::move(suggestions)};
}

/// Returns the numbers of a move that a page can choose exactly: larger ones have to be typed. None
/// if the move has no number, or none that small.
std::optional<rules::Range> page_range(const rules::Choice& choice) {
  constexpr std::int64_t kMost = kPageChipsMax - 1;
  if (!choice.range || choice.range->min > kMost || choice.range->min < -kMost) return {};
  rules::Range range = *choice.range;
  // Counted without signs, since the numbers may lie further apart than one of them can say.
  const auto apart = static_cast<std::uint64_t>(std::min(range.max, kMost)) -
                     static_cast<std::uint64_t>(range.min);
  const auto step = static_cast<std::uint64_t>(range.step);
  if (range.max > kMost) range.max = range.min + static_cast<std::int64_t>(apart / step * step);
  return range;
}

}  // namespace

std::int64_t page_price(const Json& view, Seat seat) {
  const JsonReader reader(view);
  const auto bet = reader.member("bets").element(seat.value).number(0, kPageChipsMax);
  const auto meet = reader.member("to_meet").number(0, kPageChipsMax);
  return bet && meet ? std::max<std::int64_t>(0, *meet - *bet) : 0;
}

std::pair<std::string, std::string> words_around_number(const rules::AnyGame& game, Seat seat,
                                                        const rules::Choice& choice,
                                                        const rules::Known& known,
                                                        const rules::SeatNames& names) {
  const rules::Range& range = *choice.range;
  const std::int64_t last = range.min + (range.max - range.min) / range.step * range.step;
  const std::string least = std::to_string(range.min), most = std::to_string(last);
  const std::string other = game.label(seat, rules::with_number(choice, last), known, names);
  std::optional<std::pair<std::string, std::string>> found;
  for (auto at = choice.label.find(least); at != std::string::npos;
       at = choice.label.find(least, at + 1)) {
    const std::string before = choice.label.substr(0, at);
    const std::string after = choice.label.substr(at + least.size());
    if (before + most + after != other) continue;
    if (found) return {choice.kind + " ", ""};
    found = {before, after};
  }
  return found.value_or(std::pair<std::string, std::string>(choice.kind + " ", ""));
}

PageScene page_scene(const rules::AnyGame& game, const rules::Observer& observer,
                     const rules::Known& known, const rules::SeatNames& names) {
  PageScene page{.scene = game.scene(observer, known, names)};
  page.late = rules::is_late(page.scene);
  if (page.late) page.scene = Json();
  if (page.scene.is_null()) return page;
  page.problem = rules::scene_problem(page.scene, game.seats());
  if (!page.problem.empty()) page.scene = Json();
  return page;
}

Json page_hint(const rules::AnyGame& game) { return rules::usable_hint(game.info().hint); }

std::vector<message::Move> page_moves(const rules::AnyGame& game, Seat seat,
                                      const rules::Known& known, const rules::SeatNames& names,
                                      const Json& scene) {
  const auto in_scene = moves_of_scene(JsonReader(scene));
  const Json hint = page_hint(game), view = game.view(seat, known);
  const Json& params = game.params();
  std::vector<message::Move> moves;
  for (const rules::Choice& choice : game.choices(seat, known, names)) {
    const Json move = rules::json_or_null(choice.action.text);
    const JsonReader reader(move);
    message::Move one{.id = choice.action.text,
                      .label = choice.label,
                      .move = move,
                      .touches = touches_of(JsonReader(hint), JsonReader(view), JsonReader(params),
                                            choice, reader),
                      .careful = choice.facts.careful,
                      .kind = choice.kind,
                      .main = choice.facts.main,
                      .becomes = piece_of(choice)};
    if (const auto range = page_range(choice)) {
      one.number = number_of(choice, *range, JsonReader(hint), JsonReader(view), seat);
      std::tie(one.number->before, one.number->after) =
          words_around_number(game, seat, choice, known, names);
    }
    if (choice.facts.price) one.price = *choice.facts.price;
    if (!scene.is_null()) {
      one.touches = {};
      const auto named = in_scene.find(scene_id_of(reader, choice));
      if (named != in_scene.end()) add_scene(one, named->second);
    }
    moves.push_back(std::move(one));
  }
  return moves;
}

}  // namespace fairdeal::front
