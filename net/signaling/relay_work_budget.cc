#include "net/signaling/relay_work_budget.h"

namespace fairdeal::signaling {

bool RelayWorkBudget::take(std::int64_t hashes, Instant now) {
  if (!left_) left_.emplace(net::kWorkHashesPerSecond, hashes_, now);
  if (left_->take(hashes, now) <= now) return true;
  (void)left_->take(-hashes, now);
  return false;
}

}  // namespace fairdeal::signaling
