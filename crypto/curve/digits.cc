#include "crypto/curve/digits.h"

#include <bit>

namespace fairdeal::crypto {
namespace {

/// Returns `count` bits of k from bit `from` on; bits past the end are zero. Requires count ≤ 16,
/// so that the three bytes it loads have them all.
std::uint32_t bits_at(const ByteArray<Scalar::kBytes>& k, std::size_t from, int count) {
  std::uint32_t bits = 0;
  for (std::size_t i = 3; i-- > 0;)
    if (from / 8 + i < k.size()) bits = bits << 8 | std::to_integer<std::uint32_t>(k[from / 8 + i]);
  return bits >> (from % 8) & ((std::uint32_t{1} << count) - 1);
}

}  // namespace

Radix16 radix16(const Scalar& k) {
  const auto bytes = k.encode();
  Radix16 out;
  std::uint32_t carry = 0;
  for (std::size_t i = 0; i < Radix16::kDigits; ++i) {
    const auto half_byte = std::to_integer<std::uint32_t>(bytes[i / 2]) >> (4 * (i % 2)) & 15;
    const std::uint32_t digit = half_byte + carry;
    carry = (digit + 8) >> 4;
    out.digit[i] = static_cast<std::int8_t>(static_cast<std::int32_t>(digit) -
                                            static_cast<std::int32_t>(carry << 4));
  }
  // No carry is lost: k is below ℓ < 2^253, so the last digit is at most 1 and its carry.
  return out;
}

Wnaf wnaf_vartime(const Scalar& k, int width) {
  const auto bytes = k.encode();
  const std::int32_t radix = std::int32_t{1} << width;
  Wnaf out{};
  std::int32_t carry = 0;
  for (std::size_t i = 0; i < out.size();) {
    std::int32_t window = static_cast<std::int32_t>(bits_at(bytes, i, width)) + carry;
    if (window % 2 == 0) {
      ++i;
      continue;
    }
    carry = window >= radix / 2;
    if (carry) window -= radix;
    out[i] = static_cast<std::int8_t>(window);
    i += static_cast<std::size_t>(width);
  }
  return out;
}

std::size_t bits_vartime(const Scalar& k) {
  const auto bytes = k.encode();
  for (std::size_t i = bytes.size(); i-- > 0;)
    if (bytes[i] != std::byte{0})
      return 8 * i + static_cast<std::size_t>(std::bit_width(std::to_integer<unsigned>(bytes[i])));
  return 0;
}

}  // namespace fairdeal::crypto
