#pragma once

#include <algorithm>
#include <optional>

#include "base/ids.h"
#include "base/time.h"

/// Limits on what one peer may cost another.
namespace fairdeal::runtime {

/// The score of a peer: points for frames that it must have known to be wrong, such as one with a
/// bad signature or of another table. Points are forgiven with time, whether or not the peer is
/// connected.
class PeerScore {
 public:
  /// An honest peer has no points at all. One may be an accident, but eight in a row are not.
  static constexpr int kPointsMax = 8;
  static constexpr Duration kForgivenAfter{10'000};  ///< how long it takes to forgive one point
  /// How long no connection is accepted. It doubles each time, up to about an hour.
  static constexpr Duration kShutFor{60'000};
  static constexpr int kDoublingsMax = 6;

  /// Adds points. Returns whether the peer has too many now: then the caller ends the connection,
  /// and accepts none until shut_until().
  bool add(int points, Instant now) {
    clean_at_ = std::max(clean_at_, now) + kForgivenAfter * points;
    if (clean_at_ < now + kForgivenAfter * kPointsMax) return false;
    clean_at_ = now;
    shut_until_ = now + kShutFor * (1 << std::min(times_++, kDoublingsMax));
    return true;
  }
  Instant shut_until() const { return shut_until_; }

 private:
  Instant clean_at_{0};  ///< when all points will be forgiven
  Instant shut_until_{0};
  int times_ = 0;
};

/// The pace at which a peer is answered that asks for what it lacks. Asking takes about 80 bytes
/// and an answer up to 256 kB, so a peer that asks again at the same step is answered only after 2,
/// then 4, then 8 s.
class AnswerPace {
 public:
  static constexpr Duration kAgainAfter{2'000};
  static constexpr Duration kAgainAfterMax{8'000};
  /// How long a peer waits after a new connection, for what the old one may have lost.
  static constexpr Duration kAfterReturn{1'000};

  bool is_due(Step step, Instant now) const {
    return !last_ || step > step_ || now >= *last_ + wait_;
  }
  /// Notes that the peer was sent something while it was at this step.
  void answered(Step step, Instant now) {
    const bool again = last_ && step <= step_;
    wait_ = again ? std::clamp(wait_ * 2, kAgainAfter, kAgainAfterMax) : kAgainAfter;
    step_ = std::max(step_, step);
    last_ = now;
  }
  void returned() { wait_ = std::min(wait_, kAfterReturn); }
  /// Forgets what the peer was sent: it was restarted, and may have lost all of it.
  void restarted() { *this = {}; }

 private:
  std::optional<Instant> last_;
  Step step_{0};
  Duration wait_{0};
};

}  // namespace fairdeal::runtime
