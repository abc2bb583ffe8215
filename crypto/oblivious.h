#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace fairdeal::crypto {

/// Functions whose branches and addresses do not depend on their arguments' values, for secrets.

/// Returns all ones if a == b, else zero. Both are below 2^32, so the top bit of (a ^ b) − 1 is set
/// only if the subtraction wrapped around.
inline std::uint64_t mask_if_equal(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t difference = a ^ b;
  return ((difference - 1) >> 63) * ~std::uint64_t{0};
}

/// Returns all ones if a < b, else zero: the high word of the difference of two 32-bit numbers is
/// the borrow.
inline std::uint32_t mask_if_less(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>((std::uint64_t{a} - b) >> 32);
}

/// Vectors of sixteen bytes, which every 64-bit processor can use.
using TwoWords [[gnu::vector_size(16)]] = std::uint64_t;
using FourIndices [[gnu::vector_size(16)]] = std::uint32_t;

/// Swaps a and b if `mask` is all ones, and leaves them if it is zero. It writes both either way.
template <class T>
void oblivious_swap(std::uint32_t mask, T& a, T& b) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(TwoWords) == 0);
  const std::uint64_t word = std::uint64_t{mask} << 32 | mask;
  auto* const at_a = reinterpret_cast<std::byte*>(&a);
  auto* const at_b = reinterpret_cast<std::byte*>(&b);
  for (std::size_t i = 0; i < sizeof(T); i += sizeof(TwoWords)) {
    TwoWords of_a, of_b;
    std::memcpy(&of_a, at_a + i, sizeof of_a);
    std::memcpy(&of_b, at_b + i, sizeof of_b);
    const TwoWords change = (of_a ^ of_b) & TwoWords{word, word};
    of_a ^= change;
    of_b ^= change;
    std::memcpy(at_a + i, &of_a, sizeof of_a);
    std::memcpy(at_b + i, &of_b, sizeof of_b);
  }
}

/// Returns in[index], or zeros if there is no such element. It reads every element of `in`, so that
/// no address, and thus no cache line, depends on the index.
template <class T>
T oblivious_read(std::span<const T> in, std::uint32_t index) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) >= sizeof(TwoWords));
  constexpr std::size_t kParts = (sizeof(T) + sizeof(TwoWords) - 1) / sizeof(TwoWords);
  // Returns where a part of sixteen bytes begins. The last part ends where T ends, and so may
  // overlap the part before it.
  constexpr auto at = [](std::size_t part) {
    return std::min(part * sizeof(TwoWords), sizeof(T) - sizeof(TwoWords));
  };
  TwoWords found[kParts] = {};
  const FourIndices wanted = {index, index, index, index};
  FourIndices here{};
  for (const T& thing : in) {
    const auto mask = reinterpret_cast<TwoWords>(here == wanted);
    const auto* const from = reinterpret_cast<const std::byte*>(&thing);
    for (std::size_t part = 0; part < kParts; ++part) {
      TwoWords words;
      std::memcpy(&words, from + at(part), sizeof words);
      found[part] |= words & mask;
    }
    here += 1;
  }
  T out;
  for (std::size_t part = 0; part < kParts; ++part)
    std::memcpy(reinterpret_cast<std::byte*>(&out) + at(part), &found[part], sizeof(TwoWords));
  return out;
}

}  // namespace fairdeal::crypto
