#include "runtime/node/stragglers.h"

#include <algorithm>
#include <utility>

namespace fairdeal::node {

void Stragglers::begin(Step step, const consensus::Quorum& quorum, const Voters& voters,
                       Duration round, Instant now) {
  step_ = step;
  round_ = round;
  holders_ = voters.holders;
  waiting_ = serves_ = first_ = {};
  std::ranges::fill(sent_at_, std::nullopt);
  std::ranges::fill(turn_at_, never());
  const auto all = quorum.voters.list();
  // Two members have no vote that only a third one could keep back.
  if (all.size() <= 2 || !quorum.voters.has(me_)) return;
  SeatSet earlier;  // those whose turn comes before this member's
  for (std::size_t i = step.value % all.size(); all[i] != me_; i = (i + 1) % all.size())
    earlier.insert(all[i]);
  earlier = earlier - (voters.quiet | voters.slow);
  for (const Seat member : all) {
    if (member == me_ || at_[member.value] > step) continue;
    const std::size_t place = (earlier - SeatSet::of({member})).size();
    waiting_.insert(member);
    turn_at_[member.value] = now + round * static_cast<std::int64_t>(place);
    if (place <= std::max<std::size_t>(1, quorum.max_faulty)) serves_.insert(member);
  }
  first_ = voters.slow & serves_;
}

void Stragglers::shown(Seat member, Step at) {
  at_[member.value] = std::max(at_[member.value], at);
  if (at > step_) waiting_.erase(member);
}

SeatSet Stragglers::take_due(SeatSet linked, Instant now) {
  SeatSet due = std::exchange(first_, {});
  for (const Seat member : waiting_.list()) {
    if (now < turn_at_[member.value]) continue;
    due.insert(member);
    turn_at_[member.value] = never();
  }
  due = due & waiting_ & linked;
  for (const Seat member : due.list()) sent_at_[member.value] = now;
  return due;
}

bool Stragglers::answers(Seat member, Step step, Instant now) {
  if (!serves_.has(member) || step != step_) return false;
  auto& sent_at = sent_at_[member.value];
  if (sent_at && now < *sent_at + round_) return false;
  sent_at = now;
  return true;
}

Instant Stragglers::deadline() const {
  Instant first = never();
  for (const Seat member : waiting_.list()) first = std::min(first, turn_at_[member.value]);
  return first;
}

}  // namespace fairdeal::node
