#include <set>

#include "conformance/behaviours.h"
#include "conformance/kinds.h"
#include "conformance/view_language.h"

namespace fairdeal::conformance {
using namespace rules;

namespace {

const char* name_of(const ViewError& error) {
  if (error.message == kNestedCall) return "nested_call";
  return error.kind == ViewError::Kind::rule_failed ? "rule_failed" : "replay_differs";
}

/// Returns the source of the values that a rule's "random" step sets. It is the value that the line
/// recorded at that place of "state_after"; if there is none, each draw gives another number.
std::function<Json()> recorded_random(const Json& update, const Json& step) {
  Json drawn;
  const std::function<void(const Json&)> search = [&](const Json& steps) {
    for (const Json& said : steps) {
      if (!said.is_array()) continue;
      if (said.size() == 2 && said[0] == "random" && said[1].is_array()) {
        Json after = step.value("state_after", Json());
        for (const Json& key : said[1])
          after = after.is_object() && key.is_string() ? after.value(key.get<std::string>(), Json())
                                                       : Json();
        if (!after.is_null()) drawn = after;
      }
      search(said);
    }
  };
  search(update);
  if (!drawn.is_null()) return [drawn] { return drawn; };
  return [count = std::make_shared<int>(0)] { return Json(++*count); };
}

/// Returns whether the recorded game was played without checks, so that a client could come to a
/// wrong view.
bool is_unchecked(const Json& steps) {
  for (const Json& step : steps) {
    if (step.contains("replay_error")) return true;
    for (const Json& match : step.value("views_match", Json::object()))
      if (match == false) return true;
  }
  return false;
}

/// Returns the cards that a perspective may not see: those in the deck and in others' hands.
std::set<std::string> hidden_from(const std::string& who, const Json& state) {
  std::set<std::string> cards;
  for (const Json& card : state.value("deck", Json::array())) cards.insert(card.dump());
  const Json hands = state.value("hands", Json::object());
  for (const auto& [owner, hand] : hands.items())
    for (const Json& card : hand)
      if (owner != who) cards.insert(card.dump());
  return cards;
}

class Scenario {
 public:
  Scenario(const Json& line, Checker& check)
      : line_(line),
        check_(check),
        state_(line.at("state")),
        unchecked_(is_unchecked(line.at("steps"))) {
    for (const auto& [name, filter] : rules(Json::object()).filters(state_)) {
      const auto view = filter(state_);
      if (view)
        views_[name] = *view;
      else
        check_.fail("view of " + name, view.error());
    }
    const Json before = line.value("views_before", Json::object());
    for (const auto& [name, view] : before.items())
      check_.same("first view of " + name, view, view_of(name));
  }

  void play(const Json& step) {
    check_.next_ply();
    const Json before = state_;
    const ViewRules now = rules(step);
    const auto played = play_action(now, state_, step.at("action"), !unchecked_);
    check_.is_true("the old state stays as it was", state_ == before);
    if (!played) {
      check_.same("error", step.contains("error") ? step["error"].at("kind") : Json(),
                  name_of(played.error()));
      return;
    }
    if (step.contains("error")) {
      check_.same("error", step["error"].at("kind"), Json());
      return;
    }
    state_ = played->state;
    check_.same("state_after", step.at("state_after"), state_);
    if (step.contains("same_state_returned"))
      check_.same("same_state_returned", step["same_state_returned"], state_ == before);
    if (step.contains("new_info_field"))
      check_.same("new_info_field", step["new_info_field"],
                  line_.at("filters").at("mode") == "multi" ? "newInfos" : "newInfo");
    for (const auto& [name, info] : played->new_info) replay(now, step, before, name, info);
    const Json after = step.value("views_after", Json::object());
    for (const auto& [name, view] : after.items())
      check_.same("view of " + name, view, view_of(name));
    if (line_.contains("privacy")) check_privacy(played->new_info);
  }

 private:
  ViewRules rules(const Json& step) const {
    return rules_of(line_.at("filters"), line_.at("update"),
                    recorded_random(line_["update"], step));
  }

  /// Replays the action at a perspective, once with our new information and once with the recorded
  /// one, and compares.
  void replay(const ViewRules& now, const Json& step, const Json& before, const std::string& name,
              const Json& info) {
    const Json& action = step.at("action");
    const Json first = views_[name];
    const auto ours = replay_action(now, first, action, info);
    const auto expected = now.filters(before).at(name)(state_);
    if (step.contains("views_match") && step["views_match"].contains(name))
      check_.same("views_match of " + name, step["views_match"][name],
                  ours && expected && *ours == *expected);
    if (step.contains("replay_error") && step["replay_error"].contains(name))
      check_.same("replay_error of " + name, step["replay_error"][name], !ours);
    views_[name] = ours.value_or(Json());
    if (!step.contains("new_info") || !step["new_info"].contains(name) || unchecked_) return;
    const auto theirs = replay_action(now, first, action, step["new_info"][name]);
    if (!theirs) return check_.fail("recorded new_info of " + name, theirs.error());
    check_.same("view of " + name + " by the recorded new_info", *theirs, views_[name]);
  }

  Json view_of(const std::string& name) const {
    if (const auto view = views_.find(name); view != views_.end()) return view->second;
    // A perspective that has just joined has replayed nothing: it sees what its filter shows.
    const auto filters = rules(Json::object()).filters(state_);
    const auto joined = filters.find(name);
    if (joined == filters.end()) return {};
    return joined->second(state_).value_or(Json());
  }

  void check_privacy(const std::map<std::string, Json>& new_info) {
    for (const auto& [name, info] : new_info) {
      if (name == "server") continue;
      const std::string seen = info.dump() + views_[name].dump();
      for (const std::string& card : hidden_from(name, state_))
        check_.is_true("privacy: " + name + " does not see " + card,
                       seen.find(card) == std::string::npos);
    }
  }

  const Json& line_;
  Checker& check_;
  Json state_;
  std::map<std::string, Json> views_;
  bool unchecked_;
};

/// Replays one action as a client does, and compares. Returns the view after it; none if the replay
/// failed.
std::optional<Json> replayed(const Json& update, const Json& view, const Json& step,
                             Checker& check) {
  const Json expect = step.value("expect", Json::object());
  const Json* after = first_of(step, {"view_after", "after", "state_after"});
  if (after == nullptr) after = first_of(expect, {"view_after", "view", "after", "state_after"});
  if (after == nullptr && !expects_error(expect) && !expect.empty()) after = &expect;
  const Json* info = first_of(step, {"new_info", "newInfo"});
  const auto rules = rules_of({{"mode", "none"}}, update, recorded_random({}, {}));
  const auto ours =
      replay_action(rules, view, step.at("action"), info == nullptr ? Json::array() : *info);
  if (expects_error(step) || expects_error(expect)) {
    check.is_true("the replay fails", !ours);
    return {};
  }
  if (!ours) {
    check.fail("replay", ours.error());
    return {};
  }
  if (after == nullptr)
    check.skip("a replay without what comes of it");
  else
    check.same("view_after", *after, *ours);
  return *ours;
}

/// Checks a line about the client's side alone: a view, an action, the new information and the view
/// after it, once or in several steps.
void check_replay(const Json& line, Checker& check) {
  const Json* view = first_of(line, {"view", "view_before", "before", "state"});
  if (!line.contains("update") || view == nullptr)
    return check.skip("a replay line of another form");
  if (!line.contains("steps")) {
    if (!line.contains("action")) return check.skip("a replay line of another form");
    replayed(line["update"], *view, line, check);
    return;
  }
  Json now = *view;
  for (const Json& step : line["steps"]) {
    check.next_ply();
    now = replayed(line["update"], now, step, check).value_or(now);
    if (!check.agrees()) return;
  }
}

}  // namespace

void check_views_line(const Json& line, Checker& check) {
  if (!line.contains("steps") || !line.contains("filters")) return check_replay(line, check);
  Scenario scenario(line, check);
  for (const Json& step : line["steps"]) {
    if (!check.agrees()) return;
    scenario.play(step);
  }
}

}  // namespace fairdeal::conformance
