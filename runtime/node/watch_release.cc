#include "runtime/node/watch_release.h"

#include <algorithm>
#include <utility>

namespace fairdeal::node {

namespace {

/// How far apart the moments are at which it is noted how far the table had come: more of them
/// would show steps a little sooner, and take more memory.
constexpr Duration kNoteEvery{1'000};

}  // namespace

void WatchRelease::start(Step here, std::uint64_t deals, bool over, Instant now) {
  deals_ = deals;
  note_time(here, now);
  if (over) end_ = here;
}

void WatchRelease::on_decided(Step here, std::uint64_t deals, bool over, Instant now) {
  if (!delay_) return;
  // The first deck begins the first hand, and ends none.
  if (std::exchange(deals_, deals) < deals && deals > 1) hands_.push_back(here);
  if (hands_.size() > delay_->hands) hands_.pop_front();
  note_time(here, now);
  if (over) end_ = here;
}

/// Notes that all steps before `step` are decided by now. Of the notes of one second it keeps the
/// last, which says of earlier steps that they were decided later than they were, and never sooner.
void WatchRelease::note_time(Step step, Instant now) {
  const std::size_t count = decided_.size();
  if (count > 1 && now < decided_[count - 2].at + kNoteEvery) decided_.pop_back();
  decided_.push_back({now, step});
  while (decided_.size() > 1 && is_old(decided_[1], now)) decided_.pop_front();
}

bool WatchRelease::is_old(const Decided& one, Instant now) const {
  return delay_ && now >= one.at + Duration{1'000} * delay_->seconds;
}

Step WatchRelease::until(Instant now) const {
  if (!delay_) return Step(0);
  if (end_) return *end_;
  Step aged{0};
  for (const Decided& one : decided_)
    if (is_old(one, now)) aged = one.step;
  if (deals_ == 0) return aged;
  if (hands_.size() < delay_->hands) return Step(0);
  return std::min(aged, hands_.front());
}

}  // namespace fairdeal::node
