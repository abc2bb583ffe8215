#pragma once

#include <optional>
#include <vector>

#include "runtime/table.h"

namespace fairdeal::runtime {

/// What each member last signed of itself: that it leaves, or that it is back.
class Presences {
 public:
  Presences(Seat me, std::size_t members) : me_(me), said_(members) {}

  /// Whether this member wants to leave; else it is back as soon as it learns that it is gone.
  void want(proto::Presence::What what) { leaves_ = what == proto::Presence::What::leaves; }
  bool leaves() const { return leaves_; }
  /// Keeps a statement. Returns false if a later one is here.
  bool add(const proto::Signed<proto::Presence>& said);
  /// This member's own last statement.
  const std::optional<proto::Signed<proto::Presence>>& own() const { return said_[me_.value]; }
  /// Whether this member's own last statement says this.
  bool has_said(proto::Presence::What what) const { return own() && own()->message().what == what; }
  /// What this member has to say of itself: that it leaves, or that it is here though it is gone.
  std::optional<proto::Presence::What> pending(const Table& table) const;
  /// Those that the table does not know yet, this member's own first.
  std::vector<proto::Signed<proto::Presence>> news(const Table& table) const;

 private:
  Seat me_;
  bool leaves_ = false;
  std::vector<std::optional<proto::Signed<proto::Presence>>> said_;
};

/// Whether the table does not know yet what a member said of itself.
bool is_news(const proto::Signed<proto::Presence>& said, const Table& table);

}  // namespace fairdeal::runtime
