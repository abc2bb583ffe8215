#pragma once

#include <array>
#include <cstdint>

#include "crypto/curve/scalar.h"

namespace fairdeal::crypto {

/// A scalar as Σ digit[i]·16^i with −8 ≤ digit[i] < 8. The digits are as secret as the scalar, and
/// radix16 computes them in constant time.
struct Radix16 {
  static constexpr std::size_t kDigits = 64;
  std::array<std::int8_t, kDigits> digit;
};
Radix16 radix16(const Scalar& k);

/// The absolute value of a digit, and all ones if the digit is negative. Computed without a branch.
struct Magnitude {
  std::uint32_t size;
  std::uint64_t negative;
};
constexpr Magnitude magnitude(std::int8_t digit) {
  const auto sign = static_cast<std::int32_t>(digit) >> 31;
  return {static_cast<std::uint32_t>((digit ^ sign) - sign),
          static_cast<std::uint64_t>(static_cast<std::int64_t>(sign))};
}

/// A scalar in width-w non-adjacent form: Σ digit[i]·2^i, where each digit is zero or odd with an
/// absolute value below 2^(width − 1), and at least width − 1 zeros follow each odd digit. Variable
/// time. (Solinas, "Efficient Arithmetic on Koblitz Curves", 2000.)
using Wnaf = std::array<std::int8_t, 256>;
Wnaf wnaf_vartime(const Scalar& k, int width);

/// Returns the number of bits of k, 0 for zero. Variable time.
std::size_t bits_vartime(const Scalar& k);

}  // namespace fairdeal::crypto
