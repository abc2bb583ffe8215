#include "rules/views.h"

#include <algorithm>

#include "rules/json_reader.h"

namespace fairdeal::rules {
namespace {

Json with(Json path, const Json& key) {
  path.push_back(key);
  return path;
}

void compare(const Json& path, const Json& before, const Json& after, Json& out);

void compare_objects(const Json& path, const Json& before, const Json& after, Json& out) {
  for (const auto& [key, value] : before.items())
    if (!after.contains(key)) out.push_back(Json::array({with(path, key)}));
  for (const auto& [key, value] : after.items()) {
    if (before.contains(key))
      compare(with(path, key), before[key], value, out);
    else
      out.push_back(Json::array({with(path, key), value}));
  }
}

/// Compares two lists. It removes what `before` has between the first and the last difference, and
/// inserts what `after` has there.
void compare_lists(const Json& path, const Json& before, const Json& after, Json& out) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t same = 0, tail = 0;
  while (same < shorter && before[same] == after[same]) ++same;
  while (tail < shorter - same &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  for (std::size_t i = before.size() - tail; i > same; --i)
    out.push_back(Json::array({with(path, i - 1)}));
  for (std::size_t i = same; i < after.size() - tail; ++i)
    out.push_back(Json::array({with(path, i), after[i], "i"}));
}

void compare(const Json& path, const Json& before, const Json& after, Json& out) {
  if (before == after) return;
  if (before.is_object() && after.is_object()) return compare_objects(path, before, after, out);
  if (before.is_array() && after.is_array()) return compare_lists(path, before, after, out);
  out.push_back(Json::array({path, after}));
}

tl::unexpected<Error> astray(const Json& edit) {
  return fail(Fault::bad_parameters, "new information that leads nowhere: " + edit.dump());
}

Result<> apply(Json& value, const Json& edit) {
  if (!edit.is_array() || edit.empty() || !edit[0].is_array()) return astray(edit);
  if (edit[0].empty()) {
    if (edit.size() != 2) return astray(edit);
    value = edit[1];
    return {};
  }
  Json* place = &value;
  for (std::size_t i = 0; i + 1 < edit[0].size(); ++i) {
    const Json& key = edit[0][i];
    const auto name = JsonReader(key).text();
    const auto at = JsonReader(key).natural();
    if (place->is_object() && name && place->contains(*name))
      place = &*place->find(*name);
    else if (place->is_array() && at && *at < place->size())
      place = &(*place)[static_cast<std::size_t>(*at)];
    else
      return astray(edit);
  }
  const Json& last = edit[0].back();
  if (const auto name = JsonReader(last).text(); place->is_object() && name) {
    if (edit.size() == 1) place->erase(*name);
    if (edit.size() > 1) (*place)[*name] = edit[1];
    return {};
  }
  const auto last_place = JsonReader(last).natural();
  if (!place->is_array() || !last_place || *last_place > place->size()) return astray(edit);
  const auto index = static_cast<std::size_t>(*last_place);
  const auto at = place->begin() + static_cast<std::ptrdiff_t>(index);
  if (edit.size() == 3 || (edit.size() == 2 && index == place->size()))
    place->insert(at, edit[1]);
  else if (index == place->size())
    return astray(edit);
  else if (edit.size() == 2)
    *at = edit[1];
  else
    place->erase(at);
  return {};
}

ViewError failed(const Error& error, const std::string& perspective = {}) {
  return {.kind = ViewError::Kind::rule_failed, .perspective = perspective, .message = error.about};
}

}  // namespace

Json difference(const Json& before, const Json& after) {
  Json edits = Json::array();
  compare(Json::array(), before, after, edits);
  return edits;
}

Result<Json> patched(Json value, const Json& difference) {
  if (!difference.is_array()) return astray(difference);
  for (const Json& edit : difference) FD_TRY(apply(value, edit));
  return value;
}

Result<Json> replay_action(const ViewRules& rules, const Json& view, const Json& action,
                           const Json& new_info) {
  Json replayed = view;
  std::size_t used = 0;
  const News news = [&](const auto&) -> Result<> {
    if (used >= new_info.size()) return fail(Fault::bad_parameters, "news without new information");
    FD_TRY(replayed, patched(replayed, new_info[used++]));
    return {};
  };
  FD_TRY(rules.update(replayed, action, news));
  if (used != new_info.size()) return fail(Fault::bad_parameters, "new information without news");
  return replayed;
}

namespace {

/// Replays the action at every perspective, and compares with what its filter makes of the new
/// state. Returns the first error; none if every perspective can work out its view.
std::optional<ViewError> check(const ViewRules& rules, const std::map<std::string, Filter>& filters,
                               const Json& before, const Json& action, const ViewPlay& play) {
  for (const auto& [name, filter] : filters) {
    const auto view = filter(before), result = filter(play.state);
    if (!view) return failed(view.error(), name);
    if (!result) return failed(result.error(), name);
    const auto replayed = replay_action(rules, *view, action, play.new_info.at(name));
    if (!replayed) return failed(replayed.error(), name);
    if (*replayed != *result)
      return ViewError{.kind = ViewError::Kind::replay_differs,
                       .perspective = name,
                       .message = "the view of " + name + " cannot be worked out",
                       .result = *result,
                       .replayed = *replayed,
                       .difference = difference(*replayed, *result)};
  }
  return {};
}

}  // namespace

tl::expected<ViewPlay, ViewError> play_action(const ViewRules& rules, const Json& state,
                                              const Json& action, bool checked) {
  const auto filters = rules.filters(state);
  ViewPlay play{.state = state, .new_info = {}};
  for (const auto& [name, filter] : filters) play.new_info[name] = Json::array();
  const News news = [&](const std::function<Result<>(Json&)>& change) -> Result<> {
    std::map<std::string, Json> before;
    for (const auto& [name, filter] : filters) {
      FD_TRY(before[name], filter(play.state));
    }
    FD_TRY(change(play.state));
    for (const auto& [name, filter] : filters) {
      FD_TRY(const Json after, filter(play.state));
      play.new_info[name].push_back(difference(before[name], after));
    }
    return {};
  };
  if (const auto updated = rules.update(play.state, action, news); !updated)
    return tl::unexpected(failed(updated.error()));
  if (checked)
    if (auto error = check(rules, filters, state, action, play))
      return tl::unexpected(*std::move(error));
  return play;
}

}  // namespace fairdeal::rules
