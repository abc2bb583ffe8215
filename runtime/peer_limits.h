#pragma once

#include <algorithm>
#include <optional>

#include "base/ids.h"
#include "base/time.h"

/// What one peer may cost another.
namespace fairdeal::runtime {

/// A peer score: what a peer sent that it must have known to be wrong, such as a bad signature or a
/// frame of another table. It is forgiven with time, whether the peer is connected or not.
class PeerScore {
 public:
  /// One point may be an accident, eight in a row are none; an honest peer has none at all.
  static constexpr int kPointsMax = 8;
  static constexpr Duration kForgivenAfter{10'000};  ///< one point
  /// How long the connection is not taken again: doubled each time, up to about an hour.
  static constexpr Duration kShutFor{60'000};
  static constexpr int kDoublingsMax = 6;

  /// Whether that is too much: the connection is to be ended. From then on until shut_until() it is
  /// not taken again.
  bool add(int points, Instant now) {
    clean_at_ = std::max(clean_at_, now) + kForgivenAfter * points;
    if (clean_at_ < now + kForgivenAfter * kPointsMax) return false;
    clean_at_ = now;
    shut_until_ = now + kShutFor * (1 << std::min(times_++, kDoublingsMax));
    return true;
  }
  Instant shut_until() const { return shut_until_; }

 private:
  Instant clean_at_{0};  ///< when all is forgiven
  Instant shut_until_{0};
  int times_ = 0;
};

/// When a peer is answered that asks for what it lacks. Asking takes 36 bytes and an answer up to
/// 256 kB, so that who asks again at the same step is answered after 2, 4, then 8 s.
class AnswerPace {
 public:
  static constexpr Duration kAgainAfter{2'000};
  static constexpr Duration kAgainAfterMax{8'000};
  /// After a new connection, for what the old one lost.
  static constexpr Duration kAfterReturn{1'000};

  bool is_due(Step step, Instant now) const {
    return !last_ || step > step_ || now >= *last_ + wait_;
  }
  /// Something was sent.
  void answered(Step step, Instant now) {
    const bool again = last_ && step <= step_;
    wait_ = again ? std::clamp(wait_ * 2, kAgainAfter, kAgainAfterMax) : kAgainAfter;
    step_ = std::max(step_, step);
    last_ = now;
  }
  void returned() { wait_ = std::min(wait_, kAfterReturn); }

 private:
  std::optional<Instant> last_;
  Step step_{0};
  Duration wait_{0};
};

}  // namespace fairdeal::runtime
