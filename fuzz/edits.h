#pragma once

#include <algorithm>
#include <vector>

#include "base/bytes.h"

/// How a target reads its input: numbers off its front, and edits of something honest. Any bytes
/// are a script, so whatever a fuzzer tries means something.
namespace fairdeal {

class Script {
 public:
  explicit Script(ByteSpan bytes) : rest_(bytes) {}

  bool done() const { return rest_.empty(); }
  /// The next number; zeros follow the end.
  std::size_t u8() { return take(1); }
  std::size_t u16() { return take(2); }
  /// One of [0, bound), of which there must be one.
  std::size_t below(std::size_t bound) { return (bound > 256 ? u16() : u8()) % bound; }
  /// Returns as many bytes as the next number says, or as there are.
  ByteSpan bytes() {
    const std::size_t wished = u16();
    const std::size_t length = std::min(wished, rest_.size());
    const ByteSpan out = rest_.first(length);
    rest_ = rest_.subspan(length);
    return out;
  }
  ByteSpan rest() const { return rest_; }

 private:
  std::size_t take(std::size_t count) {
    std::size_t value = 0;
    for (; count > 0 && !rest_.empty(); --count, rest_ = rest_.subspan(1))
      value = value << 8 | std::to_integer<std::size_t>(rest_.front());
    return value;
  }
  ByteSpan rest_;
};

/// One edit of `bytes`: a byte changed, bytes cut out, put in, said twice, or the end cut off.
inline void edit(Bytes& bytes, Script& script) {
  const std::size_t what = script.below(5);
  const auto at = static_cast<std::ptrdiff_t>(script.u16() % (bytes.size() + 1));
  const auto place = bytes.begin() + at;
  const auto left = bytes.size() - static_cast<std::size_t>(at);
  const auto some = [&] { return static_cast<std::ptrdiff_t>(std::min(left, script.below(64))); };
  if (what == 0 && left > 0) *place ^= static_cast<std::byte>(script.u8());
  if (what == 1) bytes.erase(place, place + some());
  if (what == 2) {
    const Bytes more = to_bytes(script.bytes());
    bytes.insert(place, more.begin(), more.end());
  }
  if (what == 3) {
    const Bytes again(place, place + some());
    bytes.insert(place, again.begin(), again.end());
  }
  if (what == 4) bytes.erase(place, bytes.end());
}

/// One edit of a list: an element left out, said twice, or two of them swapped.
template <class T>
void edit_list(std::vector<T>& list, Script& script) {
  if (list.empty()) return;
  const std::size_t what = script.below(3), i = script.below(list.size());
  const auto place = list.begin() + static_cast<std::ptrdiff_t>(i);
  if (what == 0) list.erase(place);
  if (what == 1) list.insert(place, T(*place));
  if (what == 2) std::swap(list[i], list[script.below(list.size())]);
}

}  // namespace fairdeal
