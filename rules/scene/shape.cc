#include "rules/scene/shape.h"

#include <algorithm>
#include <vector>

#include "rules/json_full.h"

namespace fairdeal::rules {
namespace {

constexpr std::size_t kShownLettersMax = 40;

/// The place of a value in what is judged, as messages name it.
struct Where {
  std::string owner;   ///< the seat, face, place, thing or move that has it: "face me"
  std::string member;  ///< its name there: "colour"
};

std::string number_text(std::int64_t number) { return std::to_string(number); }

class ShapeJudge {
 public:
  explicit ShapeJudge(const JsonReader& schema) : root_(schema) {}

  /// Returns what is wrong with a value; `key` is its name in a map.
  std::string judge(const JsonReader& given, const JsonReader& value, Where where,
                    const std::string& key = {}) const {
    const JsonReader schema = resolved(given);
    if (schema.member("anyOf").exists()) return judge_any(schema, value, where);
    if (schema.member("enum").exists()) return judge_word(schema, value, where);
    const JsonReader type = schema.member("type");
    const JsonReader id = schema.member("x-id");
    if (id.exists()) where.owner = called(schema, value, id, where, key);
    if (type.is("object")) return judge_object(schema, value, where);
    if (type.is("array")) return judge_list(schema, value, where);
    return has_kind(schema, value) ? "" : is_wanted(where, schema);
  }

 private:
  JsonReader resolved(const JsonReader& schema) const {
    const auto ref = schema.member("$ref").text();
    return ref && ref->starts_with('#') ? resolved(root_.at_path(ref->substr(1))) : schema;
  }

  /// Returns whether a value that is no list, object or word of a list is of a kind.
  static bool has_kind(const JsonReader& schema, const JsonReader& value) {
    const JsonReader type = schema.member("type");
    if (type.is("null")) return value.is_null();
    if (type.is("boolean")) return value.flag().has_value();
    if (type.is("integer")) {
      const std::int64_t least = schema.member("minimum").number().value_or(INT64_MIN);
      const std::int64_t most = schema.member("maximum").number().value_or(INT64_MAX);
      const auto number = value.number(least, most);
      return number && *number % schema.member("multipleOf").number().value_or(1) == 0;
    }
    const auto text = value.text();
    return type.is("string") && text &&
           letters_of(*text) <= schema.member("maxLength").natural().value_or(SIZE_MAX) &&
           letters_of(*text) >= schema.member("minLength").natural().value_or(0);
  }

  /// Returns a kind in words: "a text of at most 40 letters".
  std::string wanted(const JsonReader& given) const {
    const JsonReader schema = resolved(given);
    if (schema.member("anyOf").exists()) {
      std::string all;
      for (const JsonReader& each : schema.member("anyOf").elements())
        all += (all.empty() ? "" : " or ") + wanted(each);
      return all;
    }
    const JsonReader type = schema.member("type");
    if (type.is("null")) return "null";
    if (type.is("boolean")) return "true or false";
    if (type.is("object")) return "an object";
    if (type.is("array")) return "a list";
    if (type.is("integer")) {
      const auto step = schema.member("multipleOf").number();
      return (step ? "a multiple of " + number_text(*step) : std::string("a whole number")) +
             " from " + number_text(schema.member("minimum").number().value_or(0)) + " to " +
             number_text(schema.member("maximum").number().value_or(0));
    }
    return "a text of at most " +
           number_text(schema.member("maxLength").number().value_or(INT64_MAX)) + " letters";
  }

  std::string is_wanted(const Where& where, const JsonReader& schema) const {
    const std::string member = where.member.empty() ? "the value" : where.member;
    return where.owner + ": " + member + " is " + wanted(schema);
  }

  std::string judge_any(const JsonReader& schema, const JsonReader& value,
                        const Where& where) const {
    const auto options = schema.member("anyOf").elements();
    const bool fits = std::ranges::any_of(
        options, [&](const JsonReader& option) { return judge(option, value, where).empty(); });
    return fits ? "" : is_wanted(where, schema);
  }

  static std::string judge_word(const JsonReader& schema, const JsonReader& value,
                                const Where& where) {
    const auto word = value.text();
    if (!word) return where.owner + ": " + where.member + " is a text";
    const auto known = schema.member("enum").texts().value_or(std::vector<std::string>());
    if (std::ranges::count(known, *word) > 0) return "";
    return where.owner + ": no " + schema.member("title").text().value_or(where.member) +
           " is called " + shown_word(*word);
  }

  /// Returns how messages call a value: "face me", "thing l0".
  static std::string called(const JsonReader& schema, const JsonReader& value, const JsonReader& id,
                            const Where& where, const std::string& key) {
    const std::string title = schema.member("title").text().value_or("");
    if (id.is("key")) return title + " " + shown_word(key);
    if (id.is("number")) return title + " " + where.member;
    const JsonReader own = id.number() ? value.element(0) : value.member("id");
    const auto text = own.text();
    return title + " " + (text ? shown_word(*text) : where.member);
  }

  std::string judge_object(const JsonReader& schema, const JsonReader& value,
                           const Where& where) const {
    const bool is_empty = value.is_list() && value.size() == 0;
    if (!value.is_object() && !is_empty) return is_wanted(where, schema);
    if (schema.member("additionalProperties").exists()) return judge_map(schema, value, where);
    const auto kinds = schema.member("x-kinds").texts().value_or(std::vector<std::string>());
    const auto kind = value.member("kind").text();
    const bool has_own = kind && std::ranges::count(kinds, *kind) > 0;
    const JsonReader own = has_own ? root_.member("$defs").member(*kind) : JsonReader();
    const std::string title = (has_own ? own : schema).member("title").text().value_or("object");
    for (const auto& [name, one] : value.members()) {
      JsonReader member = schema.member("properties").member(name);
      if (!member.exists()) member = own.member("properties").member(name);
      if (!member.exists()) return where.owner + ": a " + title + " has no " + shown_word(name);
      if (std::string wrong = judge(member, one, {where.owner, name}); !wrong.empty()) return wrong;
    }
    std::string lacks = lacking(schema, value, where);
    return lacks.empty() ? lacking(own, value, where) : lacks;
  }

  static std::string lacking(const JsonReader& schema, const JsonReader& value,
                             const Where& where) {
    for (const JsonReader& each : schema.member("required").elements()) {
      const std::string name = each.text().value_or("");
      if (value.member(name).exists()) continue;
      const auto why = schema.member("properties").member(name).member("x-why").text();
      return where.owner + " has no " + name + (why ? ": " + *why : "");
    }
    return "";
  }

  std::string judge_map(const JsonReader& schema, const JsonReader& value,
                        const Where& where) const {
    if (std::string many = too_many(schema.member("maxProperties"), value, where); !many.empty())
      return many;
    for (const auto& [name, one] : value.members()) {
      std::string wrong = judge(schema.member("additionalProperties"), one,
                                {where.owner, where.member + " " + shown_word(name)}, name);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  std::string judge_list(const JsonReader& schema, const JsonReader& value,
                         const Where& where) const {
    if (!value.is_list()) return is_wanted(where, schema);
    if (std::string many = too_many(schema.member("maxItems"), value, where); !many.empty())
      return many;
    const std::uint64_t least = schema.member("minItems").natural().value_or(0);
    if (value.size() < least)
      return where.owner + ": " + (where.member.empty() ? "the list" : where.member) + " has " +
             std::to_string(value.size()) + " members, and needs " + std::to_string(least);
    const JsonReader row = schema.member("prefixItems");
    const auto all = value.elements();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const JsonReader each = row.exists() ? row.element(i) : schema.member("items");
      const std::string place = std::to_string(i + 1);
      const std::string member = row.exists() ? each.member("title").text().value_or(where.member)
                                 : where.owner == "the scene" ? place
                                                              : where.member + " " + place;
      if (std::string wrong = judge(each, all[i], {where.owner, member}); !wrong.empty())
        return wrong;
    }
    return "";
  }

  static std::string too_many(const JsonReader& most, const JsonReader& value, const Where& where) {
    const std::uint64_t bound = most.natural().value_or(UINT64_MAX);
    if (value.size() <= bound) return "";
    const std::string counted = std::to_string(value.size()) + " " +
                                (where.member.empty() ? "members" : where.member) + ", at most " +
                                std::to_string(bound) + " are allowed";
    return where.owner == "the scene" ? counted : where.owner + ": " + counted;
  }

  JsonReader root_;
};

}  // namespace

std::size_t letters_of(const std::string& text) {
  std::size_t count = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0U) != 0x80U) count += byte >= 0xf0U ? 2 : 1;
  }
  return count;
}

std::string shown_word(const std::string& word) {
  const bool plain = letters_of(word) <= kShownLettersMax &&
                     std::ranges::all_of(word, [](char c) { return c >= ' ' && c <= '~'; });
  return plain ? word : "…";
}

std::string shape_problem(const JsonReader& schema, const JsonReader& value) {
  return ShapeJudge(schema).judge(schema, value, {"the scene", ""});
}

}  // namespace fairdeal::rules
