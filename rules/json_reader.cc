#include "rules/json_reader.h"

#include <algorithm>

#include "rules/json_full.h"

namespace fairdeal::rules {
namespace {

/// A list has at most so many members that a pointer reaches: it has this many digits.
constexpr std::size_t kPlaceDigitsMax = 7;

/// Returns the place that a part of a pointer names: "0" or digits without a leading 0.
std::optional<std::size_t> place_of(std::string_view part) {
  if (part.empty() || part.size() > kPlaceDigitsMax || (part[0] == '0' && part.size() > 1))
    return {};
  std::size_t place = 0;
  for (const char c : part) {
    if (c < '0' || c > '9') return {};
    place = 10 * place + static_cast<std::size_t>(c - '0');
  }
  return place;
}

/// Returns a part of a pointer with ~1 as / and ~0 as ~; none if a ~ stands for neither.
std::optional<std::string> without_escapes(std::string_view part) {
  std::string name;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] != '~') {
      name += part[i];
      continue;
    }
    const char next = i + 1 < part.size() ? part[++i] : ' ';
    if (next != '0' && next != '1') return {};
    name += next == '0' ? '~' : '/';
  }
  return name;
}

template <class T, class Read>
std::optional<std::vector<T>> list_of(const JsonReader& reader, Read&& read) {
  if (!reader.is_list()) return {};
  std::vector<T> list;
  for (const JsonReader& one : reader.elements()) {
    auto value = read(one);
    if (!value) return {};
    list.push_back(*std::move(value));
  }
  return list;
}

}  // namespace

bool JsonReader::is_null() const { return value_ == nullptr || value_->is_null(); }
bool JsonReader::is_list() const { return value_ != nullptr && value_->is_array(); }
bool JsonReader::is_object() const { return value_ != nullptr && value_->is_object(); }
bool JsonReader::is(std::string_view text) const {
  return value_ != nullptr && value_->is_string() && value_->get_ref<const std::string&>() == text;
}

JsonReader JsonReader::member(std::string_view name) const {
  if (!is_object()) return {};
  const auto found = value_->find(std::string(name));
  return found == value_->end() ? JsonReader() : JsonReader(*found);
}

JsonReader JsonReader::element(std::size_t place) const {
  return is_list() && place < value_->size() ? JsonReader((*value_)[place]) : JsonReader();
}

JsonReader JsonReader::at_path(std::string_view pointer) const {
  JsonReader found = *this;
  while (!pointer.empty()) {
    if (pointer[0] != '/') return {};
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    const std::string_view part = pointer.substr(1, end - 1);
    pointer.remove_prefix(end);
    if (found.is_list()) {
      const auto place = place_of(part);
      found = place ? found.element(*place) : JsonReader();
    } else {
      const auto name = without_escapes(part);
      found = name ? found.member(*name) : JsonReader();
    }
  }
  return found;
}

std::size_t JsonReader::size() const { return is_list() || is_object() ? value_->size() : 0; }

std::vector<JsonReader> JsonReader::elements() const {
  std::vector<JsonReader> list;
  if (is_list())
    for (const Json& one : *value_) list.emplace_back(one);
  return list;
}

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const {
  std::vector<std::pair<std::string, JsonReader>> list;
  if (is_object())
    for (const auto& [name, value] : value_->items()) list.emplace_back(name, JsonReader(value));
  return list;
}

std::optional<std::pair<std::string, JsonReader>> JsonReader::only_member() const {
  if (!is_object() || value_->size() != 1) return {};
  return members().front();
}

std::optional<std::int64_t> JsonReader::number() const { return number(INT64_MIN, INT64_MAX); }
std::optional<std::int64_t> JsonReader::number(std::int64_t min, std::int64_t max) const {
  if (value_ == nullptr || !value_->is_number_integer()) return {};
  if (value_->is_number_unsigned() && value_->get<std::uint64_t>() > INT64_MAX) return {};
  const auto number = value_->get<std::int64_t>();
  return number >= min && number <= max ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> JsonReader::natural() const { return natural(UINT64_MAX); }
std::optional<std::uint64_t> JsonReader::natural(std::uint64_t max) const {
  if (value_ == nullptr || !value_->is_number_integer()) return {};
  if (!value_->is_number_unsigned() && value_->get<std::int64_t>() < 0) return {};
  const auto number = value_->get<std::uint64_t>();
  return number <= max ? std::optional(number) : std::nullopt;
}

std::optional<std::string> JsonReader::text() const {
  if (value_ == nullptr || !value_->is_string()) return {};
  return value_->get<std::string>();
}

std::optional<bool> JsonReader::flag() const {
  if (value_ == nullptr || !value_->is_boolean()) return {};
  return value_->get<bool>();
}

std::optional<std::vector<std::int64_t>> JsonReader::numbers() const {
  return list_of<std::int64_t>(*this, [](const JsonReader& one) { return one.number(); });
}
std::optional<std::vector<std::string>> JsonReader::texts() const {
  return list_of<std::string>(*this, [](const JsonReader& one) { return one.text(); });
}

const Json& JsonReader::json() const {
  static const Json kNull;
  return value_ == nullptr ? kNull : *value_;
}

Json json_or_null(std::string_view text) {
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_discarded() ? Json() : value;
}

}  // namespace fairdeal::rules
