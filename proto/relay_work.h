#pragma once

#include "crypto/hash.h"
#include "proto/reach.h"

/// The work that a relay asks strangers for while it has much to do (docs/network.md#work).
namespace fairdeal::proto {

/// Returns the hash that solves the work if it begins with so many zero bits. The challenge covers
/// the client's network, so a solution is of use to nobody else.
crypto::Digest work_digest(const RelayWork& work, std::uint64_t counter);
/// Returns whether the digest begins with so many zero bits. Requires: at most 32.
bool begins_with_zeros(const crypto::Digest& digest, std::uint32_t bits);

/// Returns the work's solution, with this counter.
inline Worked solution(const RelayWork& work, std::uint64_t counter) {
  return {.purpose = work.purpose, .bits = work.bits, .period = work.period, .counter = counter};
}

}  // namespace fairdeal::proto
