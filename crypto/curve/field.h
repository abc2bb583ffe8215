#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"

namespace fairdeal::crypto {

/// An integer modulo p = 2^255 − 19: limb[i]·2^(51 i), five limbs with room above, so that sums
/// carry only when they are multiplied. (Bernstein, Duif, Lange, Schwabe, Yang, "High-speed
/// high-security signatures", CHES 2011, section 3.)
///
/// A product, a square and what is decoded are *tight*: limbs below 2^51 + 2^13. Each operator says
/// what it takes; formulas in edwards.h keep to it. Everything here takes constant time.
struct Field {
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 51) - 1;
  std::uint64_t limb[5] = {};

  static constexpr Field of(const Field& constant) { return constant; }
  static constexpr Field from_u64(std::uint64_t small) { return {{small & kMask, small >> 51}}; }
  /// 32 bytes, little-endian; the top bit is ignored, and numbers from p on are taken modulo p.
  static Field from_bytes(std::span<const std::byte, 32> bytes);
  /// The one number below p, little-endian. This and what follows takes limbs below 2^63.
  ByteArray<32> bytes() const;

  /// A truth for each number: all ones, or zero.
  using Mask = std::uint64_t;
  Mask is_zero() const;
  /// RFC 9496, 4.1: whether the number below p is odd.
  Mask is_negative() const;

  /// No carry: the bounds of the limbs add up.
  friend constexpr Field operator+(const Field& a, const Field& b) {
    Field sum;
    for (int i = 0; i < 5; ++i) sum.limb[i] = a.limb[i] + b.limb[i];
    return sum;
  }
  /// a + 4p − b, no carry: b below 2^53 − 76 in each limb, so the sum of up to three tight ones.
  friend constexpr Field operator-(const Field& a, const Field& b) {
    Field difference{{a.limb[0] + 4 * (kMask - 18) - b.limb[0]}};
    for (int i = 1; i < 5; ++i) difference.limb[i] = a.limb[i] + 4 * kMask - b.limb[i];
    return difference;
  }
  friend constexpr Field operator-(const Field& a) { return Field() - a; }
  /// Takes limbs whose bounds multiply to 2^108.3 at most: two of 2^54, or a sum and a difference.
  friend Field operator*(const Field& a, const Field& b);
  friend Field square(const Field& a);
  friend Mask equal(const Field& a, const Field& b) { return (a - b).is_zero(); }

  /// The same number, below p.
  Field reduced() const;
  /// The same number, tight. Takes any limbs below 2^64 − 2^18.
  constexpr Field carried() const {
    const std::uint64_t* a = limb;
    return {{(a[0] & kMask) + 19 * (a[4] >> 51), (a[1] & kMask) + (a[0] >> 51),
             (a[2] & kMask) + (a[1] >> 51), (a[3] & kMask) + (a[2] >> 51),
             (a[4] & kMask) + (a[3] >> 51)}};
  }
};

/// b where `mask` is all ones, a where it is zero.
inline Field select(Field::Mask mask, const Field& a, const Field& b) {
  Field chosen;
  for (int i = 0; i < 5; ++i) chosen.limb[i] = a.limb[i] ^ (mask & (a.limb[i] ^ b.limb[i]));
  return chosen;
}

/// RFC 9496, 4.1; tests/crypto/field_test.cc has these constants from their definitions.
inline constexpr Field kD{
    {0x34dca135978a3, 0x1a8283b156ebd, 0x5e7a26001c029, 0x739c663a03cbb, 0x52036cee2b6ff}};
inline constexpr Field kTwoD{
    {0x69b9426b2f159, 0x35050762add7a, 0x3cf44c0038052, 0x6738cc7407977, 0x2406d9dc56dff}};
inline constexpr Field kSqrtMinusOne{
    {0x61b274a0ea0b0, 0x0d5a5fc8f189d, 0x7ef5e9cbd0c60, 0x78595a6804c9e, 0x2b8324804fc1d}};
inline constexpr Field kInvSqrtAMinusD{
    {0x0fdaa805d40ea, 0x2eb482e57d339, 0x007610274bc58, 0x6510b613dc8ff, 0x786c8905cfaff}};
inline constexpr Field kSqrtADMinusOne{
    {0x7f6a0497b2e1b, 0x1836f0a97afd2, 0x7d747f6be7638, 0x456079e7e6498, 0x376931bf2b834}};
inline constexpr Field kOneMinusDSquared{
    {0x409c1945fc176, 0x719abc6a1fc4f, 0x1c37f90b20684, 0x06bccca55eedf, 0x029072a8b2b3e}};
inline constexpr Field kDMinusOneSquared{
    {0x55aaa44ed4d20, 0x59603c3332635, 0x26d3baf4a7928, 0x120a66e6997a9, 0x5968b37af66c2}};

__extension__ using Wide = unsigned __int128;

namespace internal {

/// Carries the five double-width limbs of a product: each below 2^115, the last below 2^110.7, so
/// that 19 times what it carries fits.
inline Field carry(Wide r0, Wide r1, Wide r2, Wide r3, Wide r4) {
  Field out;
  const auto low = [](Wide r) { return static_cast<std::uint64_t>(r) & Field::kMask; };
  const auto high = [](Wide r) { return static_cast<std::uint64_t>(r >> 51); };
  r1 += high(r0);
  r2 += high(r1);
  r3 += high(r2);
  r4 += high(r3);
  const std::uint64_t last = 19 * high(r4) + low(r0);
  out.limb[0] = last & Field::kMask;
  out.limb[1] = low(r1) + (last >> 51);
  out.limb[2] = low(r2);
  out.limb[3] = low(r3);
  out.limb[4] = low(r4);
  return out;
}

}  // namespace internal

inline Field operator*(const Field& x, const Field& y) {
  const auto& a = x.limb;
  const auto& b = y.limb;
  const auto m = [](std::uint64_t p, std::uint64_t q) { return static_cast<Wide>(p) * q; };
  // 2^255 = 19: what goes over the top comes back 19 times.
  const std::uint64_t a1 = 19 * a[1], a2 = 19 * a[2], a3 = 19 * a[3], a4 = 19 * a[4];
  return internal::carry(
      m(a[0], b[0]) + m(a1, b[4]) + m(a2, b[3]) + m(a3, b[2]) + m(a4, b[1]),
      m(a[0], b[1]) + m(a[1], b[0]) + m(a2, b[4]) + m(a3, b[3]) + m(a4, b[2]),
      m(a[0], b[2]) + m(a[1], b[1]) + m(a[2], b[0]) + m(a3, b[4]) + m(a4, b[3]),
      m(a[0], b[3]) + m(a[1], b[2]) + m(a[2], b[1]) + m(a[3], b[0]) + m(a4, b[4]),
      m(a[0], b[4]) + m(a[1], b[3]) + m(a[2], b[2]) + m(a[3], b[1]) + m(a[4], b[0]));
}

inline Field square(const Field& x) {
  const auto& a = x.limb;
  const auto m = [](std::uint64_t p, std::uint64_t q) { return static_cast<Wide>(p) * q; };
  const std::uint64_t twice0 = 2 * a[0], twice1 = 2 * a[1], a3 = 19 * a[3], a4 = 19 * a[4];
  return internal::carry(m(a[0], a[0]) + m(2 * a[1], a4) + m(2 * a[2], a3),
                         m(twice0, a[1]) + m(2 * a[2], a4) + m(a[3], a3),
                         m(twice0, a[2]) + m(a[1], a[1]) + m(2 * a[3], a4),
                         m(twice0, a[3]) + m(twice1, a[2]) + m(a[4], a4),
                         m(twice0, a[4]) + m(twice1, a[3]) + m(a[2], a[2]));
}

/// For formulas in which a product may wait for its carry (field_lanes.h): here it does not.
inline Field wide_product(const Field& x, const Field& y) { return x * y; }
inline Field wide_square(const Field& x) { return square(x); }

}  // namespace fairdeal::crypto
