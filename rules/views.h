#pragma once

#include <functional>
#include <map>

#include "base/result.h"
#include "rules/json_full.h"

/// Perspectives on a state, after board-state (Adam Biltcliffe). Only an auditor knows the full
/// state. Everybody else has a view, made by a filter that leaves out what they may not see and may
/// add derived facts. A rule changes the state by an action. It runs on the full state and, to keep
/// the views up to date, on each view alone; so it may read only what everybody sees. Where it
/// needs more it uses News, and what that changed in a view is sent to the owner of the view.
namespace fairdeal::rules {

/// Returns the edits that turn `before` into `after`, in order: [path, value] sets, [path] removes,
/// and [path, value, "i"] inserts into a list. Returns none if the values are equal.
Json difference(const Json& before, const Json& after);
/// Returns `value` after the edits. Errors: bad_parameters, if a path leads nowhere.
Result<Json> patched(Json value, const Json& difference);

using Filter = std::function<Result<Json>(const Json& state)>;
/// Runs `change` on the full state, with all that is hidden in it. At a perspective, which lacks
/// the full state, it applies instead what `change` changed in this view.
using News = std::function<Result<>(const std::function<Result<>(Json& state)>& change)>;

struct ViewRules {
  /// Returns the filter of each perspective, by its name. It is called with the state before an
  /// action, so a perspective that joins by the action gets no new information about it.
  std::function<std::map<std::string, Filter>(const Json& state)> filters;
  /// Does what an action does to the state. Errors: any.
  std::function<Result<>(Json& state, const Json& action, const News& news)> update;
};

/// The result of an action: the state after it, and what each perspective learns by it, which is
/// for each call of News what it changed in the view.
struct ViewPlay {
  Json state;
  std::map<std::string, Json> new_info;
};

/// The reason why an action was refused. The state is as it was.
struct ViewError {
  enum class Kind {
    rule_failed,     ///< the rule failed on the full state, or on a view that lacks what it reads
    replay_differs,  ///< the rule made another view than the filter makes of the new state
  };
  Kind kind;
  std::string perspective{};  ///< the perspective at which it failed; "": at the full state
  std::string message{};
  Json result{};      ///< for replay_differs: the view that the filter makes of the new state
  Json replayed{};    ///< for replay_differs: the view that the rule made
  Json difference{};  ///< for replay_differs: the edits that turn `replayed` into `result`
};

/// Plays an action on the full state. If `checked`, it refuses an action whose effect on a view
/// cannot be worked out from that view and the new information.
tl::expected<ViewPlay, ViewError> play_action(const ViewRules& rules, const Json& state,
                                              const Json& action, bool checked = true);

/// Plays an action at a perspective, and returns its view after it. Errors: as the rule's;
/// bad_parameters, if `new_info` does not fit.
Result<Json> replay_action(const ViewRules& rules, const Json& view, const Json& action,
                           const Json& new_info);

}  // namespace fairdeal::rules
