#pragma once

#include <algorithm>

#include "base/rng.h"
#include "base/time.h"

namespace fairdeal::channel {

/// The waits between attempts. The longest possible wait is `min` at first and doubles with each
/// attempt, up to `max`. Half of each wait is random: otherwise two sides that try at the same
/// moment would collide again and again, and all callers of a peer would come at once.
class Backoff {
 public:
  Backoff(Duration min, Duration max) : min_(min), max_(max), next_(min) {}

  /// Returns the next wait: at least half of the longest possible one.
  Duration next(Rng& rng) {
    const std::int64_t half = next_.ms / 2;
    next_ = std::min(next_ * 2, max_);
    return {half + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(half) + 1))};
  }
  /// Starts again with the shortest waits, after a success.
  void reset() { next_ = min_; }

 private:
  Duration min_;
  Duration max_;
  Duration next_;
};

}  // namespace fairdeal::channel
