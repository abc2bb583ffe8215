#include "runtime/node/vote_pace.h"

#include <bit>
#include <utility>

namespace fairdeal::node {
namespace {

constexpr std::uint32_t kLastSteps = 10;
constexpr int kMissedMax = 8;

}  // namespace

void VotePace::judge(Seat voter, bool missed) {
  Voter& judged = voters_[voter.value];
  judged.missed = (judged.missed << 1 | (missed ? 1u : 0u)) & ((1u << kLastSteps) - 1);
  if (!missed)
    slow_.erase(voter);
  else if (std::popcount(judged.missed) >= kMissedMax)
    slow_.insert(voter);
}

void VotePace::voted(Seat voter, Step step, Instant now) {
  Voter& judged = voters_[voter.value];
  if (judged.pending && judged.pending->step == step) {
    judge(voter, now > std::exchange(judged.pending, std::nullopt)->until);
  } else if (!judged.vote || judged.vote->step < step) {
    judged.vote = Vote{step, now};
  }
}

SeatSet VotePace::decided(Step step, SeatSet voters, std::optional<Instant> since, Duration grace,
                          Instant now) {
  for (const Seat voter : (voters - SeatSet::of({me_})).list()) {
    Voter& judged = voters_[voter.value];
    if (std::exchange(judged.pending, std::nullopt)) judge(voter, true);
    std::optional<Instant> voted_at;
    if (judged.vote && judged.vote->step == step) voted_at = judged.vote->at;
    if (!since) continue;
    const Instant until = *since + grace;
    const bool waits = !slow_.has(voter);
    if (!voted_at && now <= until) {
      judged.pending = Pending{step, until};
      continue;
    }
    const bool missed = !voted_at || *voted_at > until;
    if (missed && waits) judged.waited.ms += grace.ms;
    judge(voter, missed);
  }
  told_ = told_ & slow_;
  return slow_ - std::exchange(told_, slow_);
}

}  // namespace fairdeal::node
