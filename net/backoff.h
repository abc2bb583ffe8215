#pragma once

#include <algorithm>

#include "base/rng.h"
#include "base/time.h"

namespace fairdeal::net {

/// How long to wait before trying again: twice as long after each failure, between two bounds. Half
/// of it is random, so that two sides do not collide for ever, nor all callers come at once.
class Backoff {
 public:
  Backoff(Duration min, Duration max) : min_(min), max_(max), next_(min) {}

  Duration next(Rng& rng) {
    const std::int64_t half = next_.ms / 2;
    next_ = std::min(next_ * 2, max_);
    return {half + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(half) + 1))};
  }
  void reset() { next_ = min_; }

 private:
  Duration min_;
  Duration max_;
  Duration next_;
};

}  // namespace fairdeal::net
