#pragma once

#include <bit>
#include <cstdint>

/// The arithmetic of upper bounds (UCB1), in numbers with kPointBits bits after the point: floating
/// point would not give the same move on every machine.
namespace fairdeal::rules {

inline constexpr unsigned kPointBits = 20;

/// Returns the root of an integer, rounded down. Of a number with 2 · kPointBits bits after the
/// point it is the root with kPointBits.
constexpr std::uint64_t square_root(std::uint64_t number) {
  std::uint64_t root = 0;
  const unsigned bits = (static_cast<unsigned>(std::bit_width(number)) + 1) / 2;
  for (std::uint64_t bit = (std::uint64_t{1} << bits) >> 1; bit > 0; bit >>= 1)
    if ((root + bit) * (root + bit) <= number) root += bit;
  return root;
}

/// Returns the natural logarithm, to within 0.06: between powers of 2 it is a straight line.
constexpr std::uint64_t logarithm(std::uint64_t number) {
  constexpr std::uint64_t kLogarithmOf2 = 726'817;  // 0.693147
  const unsigned whole = static_cast<unsigned>(std::bit_width(number)) - 1;
  const std::uint64_t part = ((number << kPointBits) >> whole) - (std::uint64_t{1} << kPointBits);
  return (((std::uint64_t{whole} << kPointBits) + part) * kLogarithmOf2) >> kPointBits;
}

}  // namespace fairdeal::rules
