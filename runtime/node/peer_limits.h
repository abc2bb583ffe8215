#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "base/bucket.h"
#include "base/ids.h"
#include "base/time.h"
#include "crypto/hash.h"

/// Limits on what one peer may cost another.

namespace fairdeal::node {

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

/// The work that a peer's frames of no use may cost this member: a twentieth of a core, and two
/// seconds at once. What is of use costs nothing here, and what no honest member sends costs points
/// besides (PeerScore). So the rest is what honest members send late or twice, and that is little.
class WorkBudget {
 public:
  static constexpr std::int64_t kPerSecond = 50'000;  ///< µs
  static constexpr std::int64_t kAtOnce = 2'000'000;  ///< µs

  void spend(std::int64_t work) { due_ += work; }
  /// Takes what was spent since the last call, and returns whether the budget is exceeded.
  bool exceeded(Instant now) {
    const std::int64_t due = std::exchange(due_, 0);
    if (due == 0) return false;
    if (!bucket_) bucket_.emplace(kPerSecond, kAtOnce, now);
    return bucket_->take(due, now) > now;
  }

 private:
  std::int64_t due_ = 0;
  std::optional<Bucket> bucket_{};  ///< full until something is spent
};

/// The names of the last envelopes and records of a peer with which nothing remains to be done: old
/// ones that were compared, and those that were refused. They are not verified again. Why by peer:
/// so nobody makes this member forget what others sent.
class Settled {
 public:
  static constexpr std::size_t kMax = 4096;  ///< more than 64 steps have of 16 members

  bool has(const crypto::Digest& name) const { return names_.contains(name); }
  void add(const crypto::Digest& name) {
    if (!names_.insert(name).second) return;
    order_.push_back(name);
    if (order_.size() <= kMax) return;
    names_.erase(order_.front());
    order_.pop_front();
  }

 private:
  std::set<crypto::Digest> names_;
  std::deque<crypto::Digest> order_;
};

/// The pace at which a peer is answered that asks for what it lacks. Asking takes about 80 bytes
/// and an answer up to 256 kB, so a peer that asks again at the same step is answered only after 2,
/// then 4, then 8 s. A restarted peer that asks what it signed is answered sooner, so that a lossy
/// way brings it an answer before it speaks; it gets so many such answers in a minute, because a
/// liar could connect and ask again and again.
class AnswerPace {
 public:
  static constexpr Duration kAgainAfter{2'000};
  static constexpr Duration kAgainAfterMax{8'000};
  /// How long a peer waits after a new connection, for what the old one may have lost.
  static constexpr Duration kAfterReturn{1'000};
  /// How soon a restarted peer is answered again at the same step, and how often in a minute: for
  /// longer than the word of another member can hold it back at two steps (Asking).
  static constexpr Duration kRestartedAfter{200};
  static constexpr int kRestartedMax = 128;
  static constexpr Duration kRestartedPer{60'000};

  bool is_due(Step step, bool asks, Instant now) const {
    if (!last_ || step > step_ || now >= *last_ + wait_) return true;
    return asks && soon_ > 0 && now >= *last_ + kRestartedAfter;
  }
  /// Notes that the peer was sent something while it was at this step.
  void answered(Step step, Instant now) {
    const bool again = last_ && step <= step_;
    if (again && soon_ > 0 && now < *last_ + wait_) {
      --soon_;
      last_ = now;
      return;
    }
    wait_ = again ? std::clamp(wait_ * 2, kAgainAfter, kAgainAfterMax) : kAgainAfter;
    step_ = std::max(step_, step);
    last_ = now;
  }
  void returned() { wait_ = std::min(wait_, kAfterReturn); }
  /// Forgets what the peer was sent: it was restarted, and may have lost all of it.
  void restarted(Instant now) {
    last_.reset();
    step_ = Step(0);
    wait_ = {0};
    if (soon_since_ && now < *soon_since_ + kRestartedPer) return;
    soon_since_ = now;
    soon_ = kRestartedMax;
  }

 private:
  std::optional<Instant> last_;
  Step step_{0};
  Duration wait_{0};
  int soon_ = 0;  ///< how many answers it may still get sooner, because it was restarted
  std::optional<Instant> soon_since_;  ///< when it last got all of these
};

}  // namespace fairdeal::node
