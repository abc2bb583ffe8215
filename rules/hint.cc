#include "rules/hint.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "rules/json_full.h"
#include "rules/json_reader.h"

namespace fairdeal::rules {

/// The shapes of which a hint is made.
namespace hint_shape {
namespace {

constexpr std::size_t kGridSideMax = 32;
constexpr std::size_t kPointerLettersMax = 200;
constexpr std::size_t kWordLettersMax = 32;
constexpr std::int64_t kHouseMax = 1023;

/// Says what is wrong with the value at a place; "" if nothing is.
using Check = std::function<std::string(const JsonReader& value, const std::string& path)>;

/// Returns how many letters a text has for JavaScript, which counts those beyond U+FFFF twice.
std::size_t letters(const std::string& text) {
  std::size_t count = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0U) != 0x80U) count += byte >= 0xf0U ? 2 : 1;
  }
  return count;
}

std::string when(bool fits, const std::string& path, const std::string& wanted) {
  return fits ? "" : path + ": " + wanted;
}

/// Returns a place that a stranger named, as a message may show it.
std::string place_in(const std::string& path, const std::string& name) {
  const bool plain = name.size() <= kWordLettersMax &&
                     std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
  return path + "/" + (plain ? name : "…");
}

std::string word(const JsonReader& value, const std::string& path) {
  const auto text = value.text();
  return when(text && letters(*text) <= kWordLettersMax, path, "a text of at most 32 letters");
}

std::string flag(const JsonReader& value, const std::string& path) {
  return when(value.flag().has_value(), path, "true or false");
}

std::string nothing(const JsonReader& value, const std::string& path) {
  return when(value.is_null(), path, "null");
}

std::string pointer(const JsonReader& value, const std::string& path) {
  const auto text = value.text();
  const bool fits = text && text->starts_with('/') && letters(*text) <= kPointerLettersMax;
  return when(fits, path, "a path that begins with /");
}

Check whole(std::int64_t min, std::int64_t max) {
  return [=](const JsonReader& value, const std::string& path) {
    return when(value.number(min, max).has_value(), path,
                "a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  };
}

Check one_of(std::vector<std::string> names) {
  return [names = std::move(names)](const JsonReader& value, const std::string& path) {
    std::string wanted = "one of ";
    for (const std::string& name : names) wanted += (name == names.front() ? "" : ", ") + name;
    const bool fits =
        std::ranges::any_of(names, [&](const std::string& name) { return value.is(name); });
    return when(fits, path, wanted);
  };
}

Check either(Check a, Check b) {
  return [a = std::move(a), b = std::move(b)](const JsonReader& value, const std::string& path) {
    const std::string first = a(value, path), second = b(value, path);
    return first.empty() || second.empty() ? "" : first + ", or " + second;
  };
}

Check list_of(Check each, std::size_t most) {
  return [each = std::move(each), most](const JsonReader& value, const std::string& path) {
    std::string wrong = when(value.is_list() && value.size() <= most, path,
                             "a list of at most " + std::to_string(most));
    const auto list = value.elements();
    for (std::size_t i = 0; wrong.empty() && i < list.size(); ++i)
      wrong = each(list[i], path + "/" + std::to_string(i));
    return wrong;
  };
}

/// An object with any names, such as glyphs by letter.
Check map_of(Check each, std::size_t most) {
  return [each = std::move(each), most](const JsonReader& value, const std::string& path) {
    std::string wrong = when(value.is_object() && value.size() <= most, path,
                             "an object with at most " + std::to_string(most) + " members");
    for (const auto& [name, one] : value.members())
      if (wrong.empty()) wrong = each(one, place_in(path, name));
    return wrong;
  };
}

struct Member {
  const char* name;
  Check check;
  bool has_to_be_there = false;
};

/// An object with these members and no others.
Check object(std::vector<Member> known) {
  return [known = std::move(known)](const JsonReader& value, const std::string& path) {
    if (!value.is_object()) return path + ": an object";
    for (const auto& [name, one] : value.members()) {
      const auto member =
          std::ranges::find_if(known, [&](const Member& m) { return m.name == name; });
      const std::string place = place_in(path, name);
      if (member == known.end()) return place + ": no such member";
      if (std::string wrong = member->check(one, place); !wrong.empty()) return wrong;
    }
    for (const Member& member : known)
      if (member.has_to_be_there && !value.member(member.name).exists())
        return path + ": lacks " + member.name;
    return std::string();
  };
}

Check grid_check() {
  const Check size = either(whole(1, kGridSideMax), word);
  return object({{"rows", size},
                 {"columns", size},
                 {"cells", pointer},
                 {"fen", pointer},
                 {"glyphs", map_of(either(word, nothing), 64)},
                 {"coordinates", one_of({"a1"})},
                 {"bottom", flag},
                 {"count", list_of(word, 10)},
                 {"checker", flag},
                 {"captured", flag},
                 {"below", word},
                 {"move", one_of({"index", "row,column", "column,row", "column", "touches"})},
                 {"names", list_of(word, kGridSideMax * kGridSideMax)}});
}

Check cards_check() {
  const Check zone = object({{"at", one_of({"centre", "seats"}), true},
                             {"cards", pointer},
                             {"places", whole(1, 13)},
                             {"chips", pointer},
                             {"seats", pointer},
                             {"pairs", pointer},
                             {"name", word}});
  return object({{"seats",
                  object({{"layout", one_of({"oval", "edges", "row"}), true},
                          {"number", pointer},
                          {"unit", word},
                          {"bet", pointer},
                          {"in", pointer},
                          {"cards", pointer},
                          {"backs", whole(0, 13)},
                          {"marks", map_of(pointer, 4)}}),
                  true},
                 {"zones", list_of(zone, 12)},
                 {"mine", object({{"cards", pointer},
                                  {"pairs", pointer},
                                  {"words", pointer},
                                  {"sort", list_of(one_of({"c", "d", "h", "s"}), 4)},
                                  {"fair", pointer},
                                  {"fan", flag},
                                  {"choose", word}})},
                 {"showdown", object({{"hand", pointer, true},
                                      {"board", pointer},
                                      {"cards", pointer, true},
                                      {"won", pointer, true},
                                      {"paid", pointer},
                                      {"ranks", pointer}})}});
}

Check dice_check() {
  return object({{"seats", object({{"count", pointer, true}, {"faces", pointer}}), true},
                 {"mine", pointer},
                 {"centre", object({{"count", pointer, true},
                                    {"face", pointer, true},
                                    {"value", pointer},
                                    {"by", pointer}})}});
}

Check track_check() {
  return object({{"cells", pointer, true},
                 {"draw", one_of({"beads", "number", "glyph"})},
                 {"rows", list_of(list_of(whole(0, kHouseMax), kGridSideMax), 8), true},
                 {"names", list_of(list_of(word, kGridSideMax), 8)},
                 {"ends", list_of(whole(0, kHouseMax), 2)},
                 {"move", one_of({"index"})}});
}

Check moves_check() {
  return object({{"order", list_of(word, 32)},
                 {"keys", map_of(either(word, list_of(word, 4)), 16)},
                 {"number", map_of(object({{"presets", list_of(word, 6), true}}), 8)},
                 {"form", map_of(list_of(word, 3), 4)},
                 {"promotion", list_of(word, 8)}});
}

Check hint_check() {
  return object({{"grid", grid_check()},
                 {"cards", cards_check()},
                 {"dice", dice_check()},
                 {"track", track_check()},
                 {"moves", moves_check()}});
}

}  // namespace
}  // namespace hint_shape

std::string hint_problem(const Json& hint) {
  static const hint_shape::Check kCheck = hint_shape::hint_check();
  const JsonReader reader(hint);
  if (std::string wrong = kCheck(reader, ""); !wrong.empty()) return wrong;
  int looks = 0;
  for (const char* look : {"grid", "cards", "dice", "track"})
    looks += reader.member(look).exists() ? 1 : 0;
  if (looks != 1) return "a hint has one of grid, cards, dice and track";
  const JsonReader grid = reader.member("grid");
  const bool has_cells = grid.member("cells").exists() && grid.member("rows").exists() &&
                         grid.member("columns").exists();
  if (grid.exists() && !grid.member("fen").exists() && !has_cells)
    return "/grid: lacks fen, or cells, rows and columns";
  return "";
}

std::string hint_text_problem(const std::string& text) {
  if (text.empty()) return "";
  if (text.size() > kHintBytesMax) return "a hint has at most 8 kB";
  const auto hint = parse_json(text, kHintBytesMax);
  return hint ? hint_problem(*hint) : hint.error().about;
}

Json usable_hint(const std::string& text) {
  const auto hint = parse_json(text, kHintBytesMax);
  return hint && hint_problem(*hint).empty() ? *hint : Json();
}

}  // namespace fairdeal::rules
