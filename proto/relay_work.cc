#include "proto/relay_work.h"

#include "base/encode.h"

namespace fairdeal::proto {

crypto::Digest work_digest(const RelayWork& work, std::uint64_t counter) {
  Writer writer(48);
  writer.raw(work.challenge).u32(static_cast<std::uint32_t>(work.purpose)).u32(work.bits);
  writer.u64(work.period).u64(counter);
  return crypto::hash("relay/work", writer.bytes());
}

bool begins_with_zeros(const crypto::Digest& digest, std::uint32_t bits) {
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < 4; ++i)
    first = first << 8 | std::to_integer<std::uint32_t>(digest.bytes[i]);
  return bits == 0 || first >> (32 - bits) == 0;
}

}  // namespace fairdeal::proto
