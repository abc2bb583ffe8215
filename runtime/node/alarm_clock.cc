#include "runtime/node/alarm_clock.h"

#include <algorithm>

#include "base/encode.h"

namespace fairdeal::node {

Result<> AlarmClock::restore(ByteSpan stored) {
  Reader reader(stored);
  FD_TRY(const std::uint64_t ms, reader.u64());
  FD_TRY(reader.end());
  constexpr std::int64_t kMost_ms = std::int64_t{1} << 40;
  played_ = {static_cast<std::int64_t>(std::min<std::uint64_t>(ms, kMost_ms))};
  return {};
}

Bytes AlarmClock::to_store(Instant now) const {
  Writer writer;
  writer.u64(static_cast<std::uint64_t>(played(now).ms));
  return writer.bytes();
}

}  // namespace fairdeal::node
