#pragma once

#include <optional>

#include "base/rng.h"
#include "net/signaling/relay_work_budget.h"
#include "proto/relay_work.h"

namespace fairdeal::signaling {

/// Work that a relay asked for, while it is done: a slice at a time, so that everything else has
/// its turn meanwhile.
class RelayWorkTask {
 public:
  /// Begins at a random counter. Two challenges may be the same, and the relay counts each solution
  /// once.
  RelayWorkTask(const proto::RelayWork& work, Rng& rng, Instant now)
      : work_(work), next_(rng.u64()), began_(now) {}

  struct Turn {
    std::optional<proto::Worked> worked{};  ///< the solution
    bool refused = false;                   ///< the budget is spent: there will be none
    bool is_long = false;                   ///< it takes longer than kWorkTold; comes once
    bool over() const { return worked || refused; }
  };
  /// Tries net::kWorkSlice counters. Requires: no turn before was over.
  Turn on_turn(RelayWorkBudget& budget, Instant now);

  /// The next turn may be at once.
  Instant deadline() const { return began_; }

 private:
  proto::RelayWork work_;
  std::uint64_t next_;  ///< counter
  Instant began_;
  bool told_ = false;
};

}  // namespace fairdeal::signaling
