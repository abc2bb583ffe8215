#include "net/signaling/relay_work.h"

#include "net/channel/limits.h"

namespace fairdeal::signaling {

bool RelayWorkBudget::take(std::int64_t hashes, Instant now) {
  if (!left_) left_.emplace(net::kWorkHashesPerSecond, hashes_, now);
  if (left_->take(hashes, now) <= now) return true;
  (void)left_->take(-hashes, now);
  return false;
}

RelayWorkTask::Turn RelayWorkTask::on_turn(RelayWorkBudget& budget, Instant now) {
  Turn turn;
  turn.refused = !budget.take(net::kWorkSlice, now);
  if (turn.refused) return turn;
  for (std::int64_t i = 0; i < net::kWorkSlice; ++i) {
    const std::uint64_t counter = next_++;
    if (!proto::begins_with_zeros(proto::work_digest(work_, counter), work_.bits)) continue;
    turn.worked = proto::solution(work_, counter);
    return turn;
  }
  turn.is_long = !told_ && now - began_ >= net::kWorkTold;
  told_ = told_ || turn.is_long;
  return turn;
}

}  // namespace fairdeal::signaling
