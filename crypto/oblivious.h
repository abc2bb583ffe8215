#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace fairdeal::crypto {

/// All ones if a == b, else zero, without a branch.
inline std::uint64_t mask_if_equal(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t difference = a ^ b;
  return ((difference - 1) >> 63) * ~std::uint64_t{0};
}

/// in[index], reading every element of `in`. T is made of whole 8-byte words.
template <class T>
T oblivious_read(std::span<const T> in, std::uint32_t index) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % 8 == 0);
  constexpr std::size_t kWords = sizeof(T) / 8;
  std::uint64_t found[kWords] = {};
  for (std::uint32_t i = 0; i < in.size(); ++i) {
    const std::uint64_t mask = mask_if_equal(i, index);
    std::uint64_t words[kWords];
    std::memcpy(words, &in[i], sizeof words);
    for (std::size_t w = 0; w < kWords; ++w) found[w] |= words[w] & mask;
  }
  T out;
  std::memcpy(static_cast<void*>(&out), found, sizeof out);
  return out;
}

}  // namespace fairdeal::crypto
