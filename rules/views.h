#pragma once

#include <functional>
#include <map>

#include "base/result.h"
#include "rules/json_full.h"

/// Perspectives on a state, after board-state (Adam Biltcliffe): the full state is known to an
/// auditor alone; everybody else has a view, made by a filter that leaves out what they may not see
/// and may add derived facts. A rule changes the state by an action. It runs on the full state and,
/// to keep every view up to date, on each view alone, so it may read only what everybody sees;
/// where it needs more it says so by news, and what that changed in a view is sent to its
/// owner.
namespace fairdeal::rules {

/// What turns one value into another, in order: [path, value] sets, [path] removes,
/// [path, value, "i"] inserts into a list. Empty if they are equal.
Json difference(const Json& before, const Json& after);
/// Errors: bad_parameters, where a path leads nowhere.
Result<Json> patched(Json value, const Json& difference);

using Filter = std::function<Result<Json>(const Json& state)>;
/// Runs its argument on the full state, with all that is hidden there.
using News = std::function<Result<>(const std::function<Result<>(Json& state)>& change)>;

struct ViewRules {
  /// One a perspective, by name. Made from the state before an action, so who joins by it gets
  /// nothing of it.
  std::function<std::map<std::string, Filter>(const Json& state)> filters;
  /// What an action does. Errors: any.
  std::function<Result<>(Json& state, const Json& action, const News& news)> update;
};

/// What an action made of the state, and what each perspective learns by it: for all news in
/// turn, what they changed there.
struct ViewPlay {
  Json state;
  std::map<std::string, Json> new_info;
};

/// Why an action was refused. The state is as it was.
struct ViewError {
  enum class Kind {
    rule_failed,     ///< on the full state, or on a view that lacks what it reads
    replay_differs,  ///< it did not fail there, but made of the view what the filter does not
  };
  Kind kind;
  std::string perspective{};  ///< whose; empty: the full state
  std::string message{};
  Json result{};      ///< of replay_differs: the filter of the new state,
  Json replayed{};    ///< what the rule made of the view,
  Json difference{};  ///< and what tells them apart
};

/// Plays an action on the full state. With `checked`, every move that cannot be worked out from
/// what its perspectives know is refused.
tl::expected<ViewPlay, ViewError> play_action(const ViewRules& rules, const Json& state,
                                              const Json& action, bool checked = true);

/// The same at a perspective: its view after the action. Errors: as the rule's, and bad_parameters
/// if `new_info` does not fit.
Result<Json> replay_action(const ViewRules& rules, const Json& view, const Json& action,
                           const Json& new_info);

}  // namespace fairdeal::rules
