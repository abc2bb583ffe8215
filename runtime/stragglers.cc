#include "runtime/stragglers.h"

#include <algorithm>
#include <utility>

namespace fairdeal::runtime {

void Stragglers::begin(Step step, const consensus::Quorum& quorum, SeatSet holders, SeatSet first,
                       Duration round, Instant now) {
  step_ = step;
  round_ = round;
  holders_ = holders;
  waiting_ = quorum.voters - SeatSet::of({me_});
  first_ = first & waiting_;
  std::ranges::fill(sent_at_, std::nullopt);
  turn_at_ = never();
  takes_turns_ = false;
  const auto voters = quorum.voters.list();
  const auto mine = std::ranges::find(voters, me_);
  // Two members have no vote that only a third one could keep back.
  if (voters.size() <= 2 || mine == voters.end()) return;
  const std::size_t index = static_cast<std::size_t>(mine - voters.begin());
  const std::size_t place = (index + voters.size() - step.value % voters.size()) % voters.size();
  if (place > std::max<std::size_t>(1, quorum.max_faulty)) return;
  takes_turns_ = true;
  turn_at_ = now + round * static_cast<std::int64_t>(place);
}

SeatSet Stragglers::take_due(SeatSet linked, Instant now) {
  if (!takes_turns_) return {};
  SeatSet due = std::exchange(first_, {});
  if (now >= turn_at_) {
    due = waiting_;
    turn_at_ = never();
  }
  due = due & waiting_ & linked;
  for (const Seat member : due.list()) sent_at_[member.value] = now;
  return due;
}

bool Stragglers::answers(Seat member, Step step, Instant now) {
  if (!takes_turns_ || step != step_) return false;
  auto& sent_at = sent_at_[member.value];
  if (sent_at && now < *sent_at + round_) return false;
  sent_at = now;
  return true;
}

Instant Stragglers::deadline() const {
  if (!takes_turns_ || waiting_.empty()) return never();
  return turn_at_;
}

}  // namespace fairdeal::runtime
