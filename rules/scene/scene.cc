#include "rules/scene/scene.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "rules/json_full.h"
#include "rules/scene/shape.h"

namespace fairdeal::rules {

/// The meaning of a scene whose shape is right.
namespace scene_meaning {
namespace {

/// A cell of a board.
struct Cell {
  std::int64_t row, column;
};

struct Board {
  std::int64_t rows, columns;
  bool sheet;
};

std::string id_of(const JsonReader& value) { return value.member("id").text().value_or(""); }

std::optional<std::int64_t> whole(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_plain = error == std::errc() && end == text.data() + text.size();
  return is_plain && std::to_string(number) == text ? std::optional(number) : std::nullopt;
}

/// Returns the slot of the card that an id names: 40 of "c40", and of "c40.2".
std::optional<std::int64_t> slot_of(const std::string& id) {
  if (!id.starts_with('c')) return {};
  return whole(std::string_view(id).substr(
      1, id.find('.') == std::string::npos ? std::string::npos : id.find('.') - 1));
}

/// Reads "2,11".
std::optional<Cell> cell_of(const std::string& text) {
  const auto comma = text.find(',');
  if (comma == std::string::npos) return {};
  const auto row = whole(std::string_view(text).substr(0, comma));
  const auto column = whole(std::string_view(text).substr(comma + 1));
  return row && column ? std::optional(Cell{*row, *column}) : std::nullopt;
}

bool has(const Board& board, const std::optional<Cell>& cell) {
  return cell && cell->row >= 0 && cell->row < board.rows && cell->column >= 0 &&
         cell->column < board.columns;
}

std::string by(const Board& board) {
  return std::to_string(board.rows) + " by " + std::to_string(board.columns);
}

/// Returns how many rows or columns a member of a board names, counts or writes as letters.
std::int64_t side_of(const JsonReader& side) {
  if (const auto letters = side.text()) return static_cast<std::int64_t>(letters->size());
  return side.number().value_or(static_cast<std::int64_t>(side.size()));
}

/// Returns whether a face is known without a Face: a playing card, a die or a glyph.
bool is_common_face(const std::string& key) {
  static const std::set<std::string> kGlyphs{"disc-black", "disc-white", "disc-yellow",
                                             "disc-red",   "disc-blue",  "disc-green",
                                             "cross",      "ring",       "wall"};
  constexpr std::string_view kRanks = "23456789TJQKA", kSuits = "cdhs", kPieces = "kqrbnp";
  if (key.size() == 2 && key[0] == 'd' && key[1] >= '1' && key[1] <= '6') return true;
  const auto is_one = [](std::string_view letters, char c) {
    return letters.find(c) < letters.size();
  };
  if (key.size() == 2) return is_one(kRanks, key[0]) && is_one(kSuits, key[1]);
  if ((key.starts_with("white-") || key.starts_with("black-")) && key.size() == 7)
    return is_one(kPieces, key[6]);
  return kGlyphs.contains(key);
}

class SceneJudge {
 public:
  SceneJudge(const JsonReader& scene, std::size_t seats) : scene_(scene), seats_(seats) {}

  /// Returns what is wrong, "" if nothing is.
  std::string judge() {
    using Step = std::string (SceneJudge::*)();
    for (const Step step :
         {&SceneJudge::seats, &SceneJudge::faces, &SceneJudge::places, &SceneJudge::cells,
          &SceneJudge::things, &SceneJudge::groups, &SceneJudge::moves})
      if (std::string wrong = (this->*step)(); !wrong.empty()) return wrong;
    return "";
  }

 private:
  std::string seats() {
    const auto all = scene_.member("seats").elements();
    if (all.size() != seats_)
      return "the scene has " + std::to_string(all.size()) + " seats, and the match has " +
             std::to_string(seats_);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (const auto face = all[i].member("face").text(); face && !is_face(*face))
        return "seat " + std::to_string(i + 1) + " shows " + shown_word(*face) +
               ", which is no face";
    return "";
  }

  std::string faces() {
    for (const auto& [key, face] : scene_.member("faces").members()) {
      const auto colour = face.member("colour").text();
      const bool light = !colour || *colour == "black" || *colour == "white";
      if (!light && !face.member("mark").exists() &&
          face.member("text").text().value_or("").empty())
        return "face " + shown_word(key) + " is told by its colour alone: give it a mark or a text";
    }
    return "";
  }

  bool is_face(const std::string& key) const {
    return scene_.member("faces").member(key).exists() || is_common_face(key);
  }

  std::string places() {
    for (const JsonReader& place : scene_.member("places").elements()) {
      const std::string id = id_of(place), kind = place.member("kind").text().value_or("");
      if (!places_.emplace(id, kind).second) return "two places are called " + shown_word(id);
      if (const auto owner = place.member("owner").natural(); owner && *owner >= seats_)
        return "place " + shown_word(id) + " belongs to seat " + std::to_string(*owner + 1) +
               ", and the match has " + std::to_string(seats_);
      if (const auto empty = place.member("empty").text(); empty && !is_face(*empty))
        return "place " + shown_word(id) + " shows " + shown_word(*empty) + ", which is no face";
      if (kind == "board")
        if (std::string wrong = board(place); !wrong.empty()) return wrong;
    }
    for (const JsonReader& place : scene_.member("places").elements())
      if (const auto on = place.member("on").text(); on && !boards_.contains(*on))
        return "place " + shown_word(id_of(place)) + " lies on " + shown_word(*on) +
               ", which is no board";
    return "";
  }

  std::string board(const JsonReader& place) {
    const std::string id = id_of(place);
    const Board board{.rows = side_of(place.member("rows")),
                      .columns = side_of(place.member("columns")),
                      .sheet = place.member("cells").is("sheet")};
    const std::string side = std::to_string(kSceneSideMax);
    if (board.rows > kSceneSideMax || board.columns > kSceneSideMax)
      return "board " + shown_word(id) + ": " + by(board) + ", at most " + side + " by " + side;
    if (board.rows < 1 || board.columns < 1)
      return "board " + shown_word(id) + ": " + by(board) + ", at least 1 by 1";
    if (const auto letters = place.member("columns").text())
      for (const char letter : *letters)
        if (std::string_view("pwso").find(letter) == std::string_view::npos)
          return "board " + shown_word(id) + ": no kind of column is called " +
                 shown_word(std::string(1, letter));
    cells_ += board.rows * board.columns;
    boards_.emplace(id, board);
    for (const char* member : {"owners", "marks"})
      for (const auto& [cell, value] : place.member(member).members())
        if (!has(board, cell_of(cell)))
          return "board " + shown_word(id) + ": " + member + " has " + shown_word(cell) +
                 ", outside " + shown_word(id) + " (" + by(board) + ")";
    return "";
  }

  std::string cells() {
    return cells_ <= kSceneCellsMax ? ""
                                    : std::to_string(cells_) + " cells in all, at most " +
                                          std::to_string(kSceneCellsMax) + " are allowed";
  }

  std::string things() {
    std::map<std::string, std::size_t> in_hands;
    for (const JsonReader& thing : scene_.member("things").elements()) {
      const std::string id = thing.element(0).text().value_or("");
      const std::string place = thing.element(1).text().value_or("");
      if (!things_.insert(id).second) return "two things are called " + shown_word(id);
      if (std::string wrong = lying(thing, "thing " + shown_word(id), place); !wrong.empty())
        return wrong;
      if (places_.at(place) == "hand" && ++in_hands[place] > kSceneHandMax)
        return "place " + shown_word(place) + ": " + std::to_string(in_hands[place]) +
               " things, at most " + std::to_string(kSceneHandMax) + " are allowed";
    }
    return "";
  }

  /// Returns what is wrong with where a thing lies and what it shows.
  std::string lying(const JsonReader& thing, const std::string& called, const std::string& place) {
    const auto known = places_.find(place);
    const std::string where = called + " lies in " + shown_word(place) + ", which is ";
    if (known == places_.end()) return where + "no place";
    if (known->second == "counter" || known->second == "label") return where + "a " + known->second;
    const auto face = thing.element(3).text();
    const auto board = boards_.find(place);
    const bool sheet = board != boards_.end() && board->second.sheet;
    if (sheet && letters_of(face.value_or("")) > 8)
      return called + " has a text of more than 8 letters";
    if (!sheet && face && !is_face(*face))
      return called + " shows " + shown_word(*face) + ", which is no face";
    return board == boards_.end() ? indexed(thing, called, place)
                                  : on_board(thing, called, place, board->second);
  }

  static std::string indexed(const JsonReader& thing, const std::string& called,
                             const std::string& place) {
    return thing.element(2).number()
               ? ""
               : called + " lies at a cell, and " + shown_word(place) + " counts its things from 0";
  }

  static std::string on_board(const JsonReader& thing, const std::string& called,
                              const std::string& place, const Board& board) {
    const std::string at = thing.element(2).text().value_or("");
    const auto cell = cell_of(at);
    const auto span = thing.element(4).member("span").numbers();
    const bool fits = has(board, cell) &&
                      (!span || span->size() != 2 ||
                       has(board, Cell{cell->row + (*span)[0] - 1, cell->column + (*span)[1] - 1}));
    const std::string shown = at.empty() ? thing.element(2).json().dump() : shown_word(at);
    return fits ? ""
                : called + " lies at " + shown + ", outside " + shown_word(place) + " (" +
                      by(board) + ")";
  }

  std::string groups() {
    for (const JsonReader& place : scene_.member("places").elements())
      for (const JsonReader& group : place.member("groups").elements())
        for (const JsonReader& thing : group.member("things").elements())
          if (const auto id = thing.text(); !id || !things_.contains(*id))
            return "place " + shown_word(id_of(place)) + " groups " + shown_word(id.value_or("")) +
                   ", which is not in the scene";
    return "";
  }

  /// Returns the first of the touches "a|b", of which any will do, that is not in the scene.
  std::string untouchable(std::string_view touches) const {
    for (;;) {
      const auto end = touches.find('|');
      std::string touch(touches.substr(0, end));
      if (!can_touch(touch)) return touch.empty() ? "nothing" : touch;
      if (end == std::string_view::npos) return "";
      touches.remove_prefix(end + 1);
    }
  }

  bool can_touch(const std::string& touch) const {
    if (things_.contains(touch) || places_.contains(touch)) return true;
    const auto colon = touch.rfind(':');
    if (colon == std::string::npos) return false;
    const auto board = boards_.find(touch.substr(0, colon));
    return board != boards_.end() && has(board->second, cell_of(touch.substr(colon + 1)));
  }

  std::string moves() {
    std::set<std::string> ids;
    for (const JsonReader& move : scene_.member("moves").elements()) {
      const std::string id = id_of(move);
      if (!ids.insert(id).second) return "two moves are called " + shown_word(id);
      for (const JsonReader& touch : move.member("touches").elements())
        if (const std::string each = untouchable(touch.text().value_or("")); !each.empty())
          return "move " + shown_word(id) + " touches " + shown_word(each) +
                 ", which is not in the scene";
      for (const JsonReader& pick : move.member("picks").elements())
        if (const std::string each = pick.text().value_or(""); !things_.contains(each))
          return "move " + shown_word(id) + " picks " + shown_word(each) +
                 ", which is not in the scene";
    }
    return "";
  }

  JsonReader scene_;
  std::size_t seats_;
  std::int64_t cells_ = 0;
  std::map<std::string, std::string> places_;  ///< the kinds of places
  std::map<std::string, Board> boards_;
  std::set<std::string> things_;
};

}  // namespace
}  // namespace scene_meaning

std::string scene_problem(const Json& scene, std::size_t seats) {
  static const Json kSchema = json_or_null(kSceneSchema);
  if (auto failure = JsonReader(scene).text()) return *std::move(failure);
  const std::size_t bytes = text(scene).size();
  if (bytes > kSceneBytesMax)
    return "the scene has " + std::to_string(bytes) + " bytes, at most " +
           std::to_string(kSceneBytesMax) + " are allowed";
  const JsonReader reader(scene);
  std::string wrong = shape_problem(JsonReader(kSchema), reader);
  return wrong.empty() ? scene_meaning::SceneJudge(reader, seats).judge() : wrong;
}

Json late_scene() { return true; }
bool is_late(const Json& scene) { return scene == late_scene(); }

std::string hidden_face_problem(const Json& scene, const Observer& observer,
                                const std::function<bool(CardSlot)>& has_seen) {
  for (const JsonReader& thing : JsonReader(scene).member("things").elements()) {
    const std::string id = thing.element(0).text().value_or("");
    const auto slot = scene_meaning::slot_of(id);
    if (!slot || *slot < 0 || *slot > UINT32_MAX || thing.element(3).is_null()) continue;
    if (has_seen(CardSlot(static_cast<std::uint32_t>(*slot)))) continue;
    return "thing " + id + " shows a face that " +
           (observer ? "seat " + std::to_string(observer->value + 1) : std::string("everybody")) +
           " has not been shown";
  }
  return "";
}

}  // namespace fairdeal::rules
