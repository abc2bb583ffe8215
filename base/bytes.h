#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fairdeal {

using Bytes = std::vector<std::byte>;
using ByteSpan = std::span<const std::byte>;
template <std::size_t N>
using ByteArray = std::array<std::byte, N>;

inline ByteSpan as_bytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

inline std::string_view as_text(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline Bytes to_bytes(ByteSpan bytes) { return {bytes.begin(), bytes.end()}; }
inline Bytes to_bytes(std::string_view text) { return to_bytes(as_bytes(text)); }

/// Returns a pointer to the bytes of `range` as C libraries want it: to unsigned char, const if
/// `range` is. A temporary may be passed inside a call, since it lives until the call ends.
template <class Range>
auto uchars(Range&& range) {
  if constexpr (std::is_const_v<std::remove_reference_t<decltype(*std::data(range))>>)
    return reinterpret_cast<const unsigned char*>(std::data(range));
  else
    return reinterpret_cast<unsigned char*>(std::data(range));
}

/// Returns whether the bytes are equal, in variable time: for public data only. Secrets are never
/// compared (crypto/secret.h).
inline bool equal(ByteSpan a, ByteSpan b) { return as_text(a) == as_text(b); }

}  // namespace fairdeal
