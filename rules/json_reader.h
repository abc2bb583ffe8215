#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/json.h"

/// JSON of somebody else's making: hints, views and moves of a script, what a peer or a page says,
/// stored files. Any of it may have any shape, so it is read here alone: a question about a value
/// of another shape has no answer, and never ends the program. tests/tidy_json_test.cc refuses the
/// throwing accessors of the JSON library elsewhere.
namespace fairdeal::rules {

class JsonReader {
 public:
  /// A value that is not there. All questions about it have no answer either.
  JsonReader() = default;
  /// Reads `value`, which must live as long as this reader and those that come of it.
  explicit JsonReader(const Json& value) : value_(&value) {}
  explicit JsonReader(Json&&) = delete;

  bool exists() const { return value_ != nullptr; }
  /// Returns whether nothing is there, or null.
  bool is_null() const;
  bool is_list() const;
  bool is_object() const;
  bool is(std::string_view text) const;

  /// Returns a member of an object by its name.
  JsonReader member(std::string_view name) const;
  /// Returns a member of a list by its place, from 0 on.
  JsonReader element(std::size_t place) const;
  /// Returns what stands at the end of a JSON pointer (RFC 6901), such as /grid/move; "" is the
  /// value itself. A text that is no pointer leads nowhere.
  JsonReader at_path(std::string_view pointer) const;
  /// Returns how many members a list or an object has; 0 for all else.
  std::size_t size() const;
  /// Returns the members of a list, or those of an object with their names; none for all else.
  std::vector<JsonReader> elements() const;
  std::vector<std::pair<std::string, JsonReader>> members() const;
  /// Returns the member of an object that has no other.
  std::optional<std::pair<std::string, JsonReader>> only_member() const;

  std::optional<std::int64_t> number() const;
  /// Returns the number if it lies within these bounds.
  std::optional<std::int64_t> number(std::int64_t min, std::int64_t max) const;
  std::optional<std::uint64_t> natural() const;
  std::optional<std::uint64_t> natural(std::uint64_t max) const;
  std::optional<std::string> text() const;
  std::optional<bool> flag() const;
  /// Returns a list of numbers, or of texts; none if it has a member that is none.
  std::optional<std::vector<std::int64_t>> numbers() const;
  std::optional<std::vector<std::string>> texts() const;
  /// Returns the value; null if there is none.
  const Json& json() const;

 private:
  const Json* value_ = nullptr;
};

/// Returns the value of a text; null if it is no JSON.
Json json_or_null(std::string_view text);

/// Returns an answer of a reader that has to be there. Errors: bad_parameters, which names `what`.
template <class T>
Result<T> needed(std::optional<T> answer, const char* what) {
  if (answer) return *std::move(answer);
  return fail(Fault::bad_parameters, std::string(what) + " is missing, or of another kind");
}

}  // namespace fairdeal::rules
