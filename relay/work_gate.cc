#include "relay/work_gate.h"

#include <algorithm>

#include "base/encode.h"
#include "crypto/keyed_hash.h"
#include "crypto/system_rng.h"
#include "proto/relay_work.h"

namespace fairdeal::relay {
namespace {

crypto::Digest draw_key() {
  crypto::Digest key;
  crypto::SystemRng rng;
  rng.fill(key.bytes);
  return key;
}

}  // namespace

std::uint32_t work_bits(std::size_t taken, std::size_t most, std::size_t free_percent) {
  const std::size_t free = most * free_percent, all = most * 100;
  if (taken * 100 <= free) return 0;
  constexpr std::size_t kSteps = proto::kWorkBitsMax - proto::kWorkBitsMin;
  const std::size_t step = taken >= most ? kSteps : kSteps * (taken * 100 - free) / (all - free);
  return proto::kWorkBitsMin + static_cast<std::uint32_t>(step);
}

WorkGate::WorkGate(const Bounds& bounds) : bounds_(bounds), key_(draw_key()) {}

std::uint64_t WorkGate::period_at(Instant now) const {
  return static_cast<std::uint64_t>(now.ms / bounds_.work_period.ms);
}

proto::RelayWork WorkGate::made(proto::RelayWork::For purpose, std::uint32_t bits,
                                std::uint64_t period, const SourceId& source) const {
  Writer writer(40);
  writer.raw(source.prefix).u32(static_cast<std::uint32_t>(purpose)).u32(bits).u64(period);
  const auto mac = crypto::keyed_hash(key_, writer.bytes());
  proto::RelayWork work{.purpose = purpose, .bits = bits, .period = period};
  std::copy_n(mac.bytes.begin(), work.challenge.size(), work.challenge.begin());
  return work;
}

proto::RelayWork WorkGate::ask(proto::RelayWork::For purpose, std::uint32_t bits,
                               const SourceId& source, Instant now) const {
  return made(purpose, bits, period_at(now), source);
}

bool WorkGate::take(const proto::Worked& worked, const SourceId& source, Instant now) {
  const std::uint64_t period = period_at(now);
  if (worked.period != period && worked.period + 1 != period) return false;
  const auto work = made(worked.purpose, worked.bits, worked.period, source);
  const auto digest = proto::work_digest(work, worked.counter);
  if (!proto::begins_with_zeros(digest, worked.bits)) return false;
  forget_old(now);
  if (used_.size() >= bounds_.work_solutions) {
    key_ = draw_key();
    used_.clear();
    return false;
  }
  Used used{worked.period, {}};
  std::copy_n(digest.bytes.end() - 16, 16, used.second.begin());
  return used_.insert(used).second;
}

void WorkGate::forget_old(Instant now) {
  const std::uint64_t period = period_at(now);
  const std::uint64_t oldest = period > 0 ? period - 1 : 0;
  used_.erase(used_.begin(), used_.lower_bound({oldest, {}}));
}

}  // namespace fairdeal::relay
