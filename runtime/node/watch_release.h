#pragma once

#include <deque>
#include <optional>

#include "base/ids.h"
#include "base/time.h"
#include "proto/messages.h"

namespace fairdeal::node {

/// Decides which steps those who watch may see by now: what is further back than the delay to which
/// all members agreed, and after the end of the match everything.
///
///   hands      a step may be seen once so many hands have ended since it was played. A hand ends
///              where the game wants a deck that begins a deal.
///   seconds    and once so much time has passed. In a game without decks this is all.
///
/// It knows only what was decided while it was there. A member that was restarted does not know
/// where hands ended before, so it shows nothing until others have ended.
class WatchRelease {
 public:
  /// With no delay nobody may see anything.
  explicit WatchRelease(std::optional<proto::WatchDelay> delay) : delay_(delay) {}

  /// Notes where the table is as this member begins, or is restarted: how many deals have begun
  /// (PublicState::deals_begun), and whether the match is over.
  void start(Step here, std::uint64_t deals, bool over, Instant now);
  /// Notes where the table is after a step was decided.
  void on_decided(Step here, std::uint64_t deals, bool over, Instant now);

  /// Returns the first step that may not be seen yet.
  Step until(Instant now) const;
  const std::optional<proto::WatchDelay>& delay() const { return delay_; }

 private:
  /// All steps before `step` were decided by `at`.
  struct Decided {
    Instant at;
    Step step;
  };
  void note_time(Step step, Instant now);
  bool is_old(const Decided& one, Instant now) const;

  std::optional<proto::WatchDelay> delay_;
  std::uint64_t deals_ = 0;      ///< that have begun
  std::deque<Step> hands_;       ///< the first step after each of the last hands that ended
  std::deque<Decided> decided_;  ///< about one for each second, the oldest first
  std::optional<Step> end_;      ///< once the match is over: the step after the last
};

}  // namespace fairdeal::node
