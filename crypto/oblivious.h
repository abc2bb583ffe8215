#pragma once

#include <algorithm>
#include <cstddef>
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

/// All ones if a < b, else zero, without a branch.
inline std::uint32_t mask_if_less(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>((std::uint64_t{a} - b) >> 32);
}

/// Sixteen bytes at a time, which every processor of 64 bits can.
using TwoWords [[gnu::vector_size(16)]] = std::uint64_t;
using FourIndices [[gnu::vector_size(16)]] = std::uint32_t;

/// Swaps a and b if `mask` is all ones, leaves them if it is zero.
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

/// in[index], reading every element of `in`; zeros if there is no such element.
template <class T>
T oblivious_read(std::span<const T> in, std::uint32_t index) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) >= sizeof(TwoWords));
  constexpr std::size_t kParts = (sizeof(T) + sizeof(TwoWords) - 1) / sizeof(TwoWords);
  // Where a part begins: the last one ends where T does.
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
