#pragma once

#include <set>

#include "crypto/hash.h"
#include "proto/reach.h"
#include "relay/limits.h"
#include "relay/networks.h"

namespace fairdeal::relay {

/// Returns how many bits of work a request costs when so many places of `most` are taken: none up
/// to `free_percent` of them, and then from kWorkBitsMin, at the first one beyond, to kWorkBitsMax
/// when all are.
std::uint32_t work_bits(std::size_t taken, std::size_t most, std::size_t free_percent);

/// Makes the challenges of this relay and checks the solutions. It keeps nothing of a challenge:
/// that is a MAC of all that it stands for, by a key that only this process has. It holds for the
/// period in which it was made and the next one. Of the solutions in these two periods it knows
/// which came, so each counts once; when it has noted too many, it takes a new key, and all
/// challenges before that are void.
class WorkGate {
 public:
  explicit WorkGate(const Bounds& bounds);

  proto::RelayWork ask(proto::RelayWork::For purpose, std::uint32_t bits, const SourceId& source,
                       Instant now) const;
  /// Returns whether this is the first solution of a challenge that was made for this source. Cost:
  /// two hashes.
  bool take(const proto::Worked& worked, const SourceId& source, Instant now);
  /// Forgets the solutions of periods that are over.
  void forget_old(Instant now);
  std::size_t size() const { return used_.size(); }

 private:
  using Used = std::pair<std::uint64_t, ByteArray<16>>;  ///< the period, and a part of the digest
  std::uint64_t period_at(Instant now) const;
  proto::RelayWork made(proto::RelayWork::For purpose, std::uint32_t bits, std::uint64_t period,
                        const SourceId& source) const;

  const Bounds& bounds_;
  crypto::Digest key_;
  std::set<Used> used_;
};

}  // namespace fairdeal::relay
