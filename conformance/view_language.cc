#include "conformance/view_language.h"

#include <algorithm>

namespace fairdeal::conformance {
using namespace rules;

namespace {

tl::unexpected<Error> broken(const std::string& what) { return fail(Fault::bad_parameters, what); }

std::string key_text(const Json& key) {
  return key.is_string() ? key.get<std::string>() : key.dump();
}

/// Returns the child of a value; null if there is none. Errors: the value is of a kind that has no
/// children.
Result<Json*> child(Json& value, const Json& key) {
  if (value.is_object()) {
    const auto found = value.find(key_text(key));
    return found == value.end() ? nullptr : &*found;
  }
  if (value.is_array()) {
    const bool inside = key.is_number_integer() && key >= 0 && key < value.size();
    return inside ? &value[key.get<std::size_t>()] : nullptr;
  }
  return broken("'" + key_text(key) + "' of " + value.dump());
}

/// Reads a path. A path of one name may be written as that name alone.
Json path_of(const Json& said) { return said.is_array() ? said : Json::array({said}); }

/// Returns the value that holds the last place of a path. Errors: something on the way is missing.
Result<Json*> parent(Json& value, const Json& path) {
  Json* place = &value;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    FD_TRY(place, child(*place, path[i]));
    if (place == nullptr) return broken("nothing at '" + key_text(path[i]) + "'");
  }
  return place;
}

/// Returns the value at a path; null if there is none. Errors: something on the way is missing.
Result<Json*> find(Json& value, const Json& path) {
  if (path.empty()) return &value;
  FD_TRY(Json* const place, parent(value, path));
  return child(*place, path.back());
}

Result<Json*> list(Json& value, const Json& path) {
  FD_TRY(Json* const place, find(value, path));
  if (place == nullptr || !place->is_array()) return broken("no list at " + path.dump());
  return place;
}

Result<> set(Json& value, const Json& path, const std::optional<Json>& to) {
  if (path.empty()) return broken("a path of nothing");
  FD_TRY(Json* const place, parent(value, path));
  const Json& key = path.back();
  if (place->is_object() && to)
    (*place)[key_text(key)] = *to;
  else if (place->is_object())
    place->erase(key_text(key));
  else if (place->is_array() && key.is_number_integer() && key >= 0 && key <= place->size())
    (*place)[key.get<std::size_t>()] = to.value_or(Json());
  else
    return broken("nowhere to set " + path.dump());
  return {};
}

// --- filters ---

Json lengths(const Json& value) {
  if (!value.is_object()) return value.size();
  Json counts = Json::object();
  for (const auto& [key, inner] : value.items()) counts[key] = inner.size();
  return counts;
}

/// Replaces each {"key": true} by the name of the perspective, `key`.
Json with_key(const Json& json, const std::string& key) {
  if (json.is_object() && json.size() == 1 && json.contains("key")) return key;
  Json copy = json;
  if (copy.is_structured())
    for (Json& inner : copy) inner = with_key(inner, key);
  return copy;
}

Result<> edit(Json& view, const Json& step) {
  const auto name = step.at(0).get<std::string>();
  const Json path = path_of(step.at(1));
  if (name == "delete") return set(view, path, {});
  if (name == "delete_if_present") {
    const auto there = find(view, path);
    return there && *there != nullptr ? set(view, path, {}) : Result<>();
  }
  FD_TRY(Json* const from, find(view, path));
  if (from == nullptr) return broken("nothing at " + path.dump());
  if (name == "count_into") return set(view, path_of(step.at(2)), lengths(*from));
  if (name == "keep_only") {
    const Json& keys = step.at(2);
    Json kept = Json::object();
    for (const auto& [key, value] : from->items())
      if (std::ranges::count(keys, Json(key)) > 0) kept[key] = value;
    *from = std::move(kept);
    return {};
  }
  return broken("a filter has no '" + name + "'");
}

Filter filter_of(const Json& rules, const std::string& key) {
  return [edits = with_key(rules, key)](const Json& state) -> Result<Json> {
    Json view = state;
    for (const Json& step : edits) FD_TRY(edit(view, step));
    return view;
  };
}

std::map<std::string, Filter> filters_of(const Json& filters, const Json& state) {
  const auto mode = filters.at("mode").get<std::string>();
  if (mode == "none") return {{"default", filter_of(Json::array(), "default")}};
  if (mode == "single") return {{"default", filter_of(filters.at("rules"), "default")}};
  std::map<std::string, Filter> made;
  const Json by_key = filters.value("rules", Json::object());
  for (const auto& [key, rules] : by_key.items()) made[key] = filter_of(rules, key);
  if (!filters.contains("for_each_key_of")) return made;
  Json copy = state;
  const auto keyed = find(copy, path_of(filters["for_each_key_of"]));
  if (keyed && *keyed != nullptr)
    for (const auto& [key, value] : (*keyed)->items())
      made[key] = filter_of(filters.at("rules_for_key"), key);
  return made;
}

// --- rules ---

/// One run of a rule.
class Run {
 public:
  Run(const Json& action, const News& news, const std::function<Json()>& random)
      : action_(action), news_(news), random_(random) {}

  Result<> steps(Json& state, const Json& steps) {
    for (const Json& step : steps) {
      FD_TRY(one(state, step));
      if (returned_) break;
    }
    return {};
  }

 private:
  /// Evaluates an expression. None means undefined, such as the value of a name that is not there.
  Result<std::optional<Json>> value(Json& state, const Json& said) {
    if (said.is_object() && said.size() == 1 && said.contains("action")) {
      const Json& field = said["action"];
      if (field == true) return action_;
      Json copy = action_;
      FD_TRY(Json* const found, find(copy, field.is_array() ? field : Json::array({field})));
      return found == nullptr ? std::optional<Json>() : *found;
    }
    if (said.is_object() && said.size() == 1 && said.contains("state")) {
      FD_TRY(const Json where, path(state, said["state"]));
      FD_TRY(Json* const found, find(state, where));
      return found == nullptr ? std::optional<Json>() : *found;
    }
    return said;
  }

  Result<Json> path(Json& state, const Json& said) {
    Json keys = Json::array();
    for (const Json& key : path_of(said)) {
      FD_TRY(const auto k, value(state, key));
      keys.push_back(k.value_or("undefined"));
    }
    return keys;
  }

  Result<> one(Json& state, const Json& step) {
    const auto name = step.at(0).get<std::string>();
    if (name == "reveal") {
      return news_([&](Json& full) { return steps(full, step.at(1)); });
    }
    if (name == "if") return branch(state, step);
    if (name == "throw") return broken(key_text(step.at(1)));
    if (name == "nested_play" || name == "nested_replay") return broken(kNestedCall);
    if (name == "return") {
      FD_TRY(const auto whole, value(state, step.at(1)));
      state = whole.value_or(Json());
      returned_ = true;
      return {};
    }
    FD_TRY(const Json first, path(state, step.at(1)));
    if (name == "random") return set(state, first, random_());
    if (name == "shift_into" || name == "move_first") return shift(state, name, first, step.at(2));
    FD_TRY(const auto v, value(state, step.at(2)));
    if (name == "set") return set(state, first, v);
    if (name == "add") return add(state, first, v);
    FD_TRY(Json* const members, list(state, first));
    if (name == "push") {
      members->push_back(v.value_or(Json()));
      return {};
    }
    if (name != "remove_value") return broken("a rule has no '" + name + "'");
    if (const auto found = std::ranges::find(*members, v.value_or(Json())); found != members->end())
      members->erase(found);
    return {};
  }

  Result<> branch(Json& state, const Json& step) {
    const Json& condition = step.at(1);
    FD_TRY(const auto a, value(state, condition.at(1)));
    FD_TRY(const auto b, value(state, condition.at(2)));
    if (a == b) return steps(state, step.at(2));
    return step.size() > 3 ? steps(state, step[3]) : Result<>();
  }

  Result<> add(Json& state, const Json& where, const std::optional<Json>& v) {
    FD_TRY(Json* const sum, find(state, where));
    if (sum == nullptr || !sum->is_number_integer() || !v || !v->is_number_integer())
      return broken("no numbers to add at " + where.dump());
    *sum = sum->get<std::int64_t>() + v->get<std::int64_t>();
    return {};
  }

  Result<> shift(Json& state, const std::string& name, const Json& from, const Json& said) {
    FD_TRY(const Json to, path(state, said));
    FD_TRY(Json* const members, list(state, from));
    std::optional<Json> first;
    if (!members->empty()) {
      first = members->front();
      members->erase(members->begin());
    }
    if (name == "shift_into") return set(state, to, first);
    FD_TRY(Json* const others, list(state, to));
    others->push_back(first.value_or(Json()));
    return {};
  }

  const Json& action_;
  const News& news_;
  const std::function<Json()>& random_;
  bool returned_ = false;
};

}  // namespace

ViewRules rules_of(const Json& filters, const Json& update, std::function<Json()> random) {
  return {.filters = [filters](const Json& state) { return filters_of(filters, state); },
          .update = [update, random = std::move(random)](Json& state, const Json& action,
                                                         const News& news) -> Result<> {
            return Run(action, news, random).steps(state, update);
          }};
}

}  // namespace fairdeal::conformance
