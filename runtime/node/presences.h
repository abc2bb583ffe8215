#pragma once

#include <optional>
#include <vector>

#include "runtime/state/table.h"

namespace fairdeal::node {

/// The last statement of each member that it leaves or that it is back, its resignation, and its
/// word that the game's alarm is due.
class Presences {
 public:
  Presences(Seat me, std::size_t members)
      : me_(me), said_(members), resigned_(members), alarms_(members) {}

  /// Sets whether this member wants to leave. If not, it says that it is back as soon as it learns
  /// that it is out or gone.
  void want(proto::Presence::What what) { leaves_ = what == proto::Presence::What::leaves; }
  bool leaves() const { return leaves_; }
  /// Keeps a statement. Returns false if one of the same step or a later one is here, for a second
  /// resignation, and for an alarm that is here, or that is neither the next nor the one after it.
  bool add(const proto::Signed<proto::Presence>& said, const state::Table& table);
  /// Returns this member's own last statement of each kind, as far as there is one.
  std::vector<proto::Signed<proto::Presence>> all_own() const;
  /// Returns whether this member has said that the alarm with this number is due.
  bool has_said_alarm(std::uint32_t number) const {
    const auto& said = alarms_[me_.value];
    return said && said->message().alarm == number;
  }
  /// Returns this member's own last statement that it leaves or is back.
  const std::optional<proto::Signed<proto::Presence>>& own() const { return said_[me_.value]; }
  /// Returns this member's own resignation.
  const std::optional<proto::Signed<proto::Presence>>& own_resignation() const {
    return resigned_[me_.value];
  }
  /// Returns whether a seat has resigned, which the table does not know yet: then nobody needs to
  /// move any more.
  bool ends_match(const state::Table& table) const;
  /// Returns whether this member's own last statement says this.
  bool has_said(proto::Presence::What what) const { return own() && own()->message().what == what; }
  /// Returns the statement that this member has to make: that it leaves, or that it is back where
  /// the table has it out or gone. None if the table knows, or it has been said.
  std::optional<proto::Presence::What> pending(const state::Table& table) const;
  /// Returns the statements that the table does not know yet, resignations and this member's own
  /// first.
  std::vector<proto::Signed<proto::Presence>> news(const state::Table& table) const;

 private:
  Seat me_;
  bool leaves_ = false;
  std::vector<std::optional<proto::Signed<proto::Presence>>> said_, resigned_, alarms_;
};

/// Returns whether a statement would change the standing of its author at this table.
bool is_news(const proto::Signed<proto::Presence>& said, const state::Table& table);

}  // namespace fairdeal::node
