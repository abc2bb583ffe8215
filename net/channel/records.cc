#include "net/channel/records.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace fairdeal::channel {
namespace {
constexpr std::size_t kPrefix = 2;
}

void append_record(Bytes& stream, ByteSpan message) {
  CHECK(message.size() <= UINT16_MAX);
  stream.push_back(static_cast<std::byte>(message.size() >> 8));
  stream.push_back(static_cast<std::byte>(message.size()));
  stream.insert(stream.end(), message.begin(), message.end());
}

void RecordReader::take(ByteSpan& stream, std::size_t until) {
  const std::size_t count = std::min(until - partial_.size(), stream.size());
  partial_.insert(partial_.end(), stream.begin(),
                  stream.begin() + static_cast<std::ptrdiff_t>(count));
  stream = stream.subspan(count);
}

Result<std::optional<Bytes>> RecordReader::next(ByteSpan& stream, std::size_t length_max) {
  if (partial_.size() < kPrefix) take(stream, kPrefix);
  if (partial_.size() < kPrefix) return std::nullopt;
  const auto length =
      std::to_integer<std::size_t>(partial_[0]) << 8 | std::to_integer<std::size_t>(partial_[1]);
  if (length > length_max) return fail(Fault::too_large, "a record of the secure channel");
  take(stream, kPrefix + length);
  if (partial_.size() < kPrefix + length) return std::nullopt;
  partial_.erase(partial_.begin(), partial_.begin() + kPrefix);
  return std::exchange(partial_, {});
}

}  // namespace fairdeal::channel
