#pragma once

#include <algorithm>

#include "base/time.h"

namespace fairdeal {

/// A token bucket: it grants `per_second` tokens on average and up to `burst` of them at once. A
/// taker may take more than the bucket holds: that is a debt, and the taker waits until the bucket
/// has repaid it.
class Bucket {
 public:
  Bucket(std::int64_t per_second, std::int64_t burst, Instant now)
      : per_second_(per_second), burst_(burst), tokens_(burst), filled_(now) {}

  /// Takes `amount` and returns the moment at which the debt is repaid, or `now` if there is none.
  Instant take(std::int64_t amount, Instant now) {
    const std::int64_t elapsed_ms =
        std::min(std::max<std::int64_t>((now - filled_).ms, 0), kFullMs);
    tokens_ = std::min(burst_, tokens_ + elapsed_ms * per_second_ / 1000) - amount;
    filled_ = now;
    if (tokens_ >= 0) return now;
    return now + Duration{(-tokens_ * 1000 + per_second_ - 1) / per_second_};
  }

  /// Returns how many tokens the bucket lacks to be full.
  std::int64_t missing(Instant now) {
    (void)take(0, now);
    return burst_ - tokens_;
  }

 private:
  static constexpr std::int64_t kFullMs = 1'000'000;  // longer than any bucket takes to fill

  std::int64_t per_second_;
  std::int64_t burst_;
  std::int64_t tokens_;
  Instant filled_;
};

}  // namespace fairdeal
