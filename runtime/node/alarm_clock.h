#pragma once

#include <algorithm>

#include "runtime/state/table.h"

namespace fairdeal::node {

/// This member's own clock for the alarm that the game has set (rules::SetsAlarms). It measures how
/// long this program has played since the last alarm, or since the match began. No two members'
/// clocks are ever compared: each says when its own is due, and the alarm rings once more than half
/// of them have. So it does not matter what time of day a machine believes in.
class AlarmClock {
 public:
  /// `played`: how long this program has played since an alarm of the table before.
  explicit AlarmClock(Duration played) : played_(played) {}
  void start(Instant now) { since_ = {now.ms - played_.ms}; }
  void rang(Instant now) { since_ = now; }
  /// Returns when the alarm is due; never, if the game has set none.
  Instant due(const state::Table& table) const {
    const auto minutes = table.game().alarm();
    return minutes ? since_ + Duration{*minutes * 60'000} : never();
  }

  /// Returns how long it has played since then.
  Duration played(Instant now) const { return {std::max<std::int64_t>((now - since_).ms, 0)}; }

  /// Restores, before start(), how long this program had played before it was restarted. The time
  /// until then does not count. Errors: those of Reader.
  Result<> restore(ByteSpan stored);
  Bytes to_store(Instant now) const;

 private:
  Duration played_;  ///< before the start
  Instant since_{0};
};

}  // namespace fairdeal::node
