#include "base/encode.h"

#include "base/check.h"

namespace fairdeal {

Writer& Writer::raw(ByteSpan bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return *this;
}

Writer& Writer::frame(ByteSpan bytes) {
  CHECK(bytes.size() <= UINT32_MAX);
  return u32(static_cast<std::uint32_t>(bytes.size())).raw(bytes);
}

Result<ByteSpan> Reader::raw(std::size_t length) {
  if (rest_.size() < length) return fail(Fault::incomplete, "encoded bytes");
  const ByteSpan bytes = rest_.first(length);
  rest_ = rest_.subspan(length);
  return bytes;
}

Result<ByteSpan> Reader::frame(std::size_t length_max) {
  FD_TRY(const std::uint32_t length, u32());
  if (length > length_max) return fail(Fault::too_large, "encoded bytes");
  return raw(length);
}

Result<> Reader::end() const {
  if (!rest_.empty()) return fail(Fault::not_canonical, "bytes after the end");
  return {};
}

}  // namespace fairdeal
