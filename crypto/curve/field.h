#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"

namespace fairdeal::crypto {

/// An integer modulo p = 2^255 − 19, as Σ limb[i]·2^(51 i). Each of the five limbs has room above
/// its 51 bits, so that sums need no carry before they are multiplied. (Bernstein, Duif, Lange,
/// Schwabe, Yang, "High-speed high-security signatures", CHES 2011, section 3.)
///
/// A number is *tight* if its limbs are below 2^51 + 2^13. Products, squares and decoded numbers
/// are tight. Each operator says which bounds it takes, and the formulas in edwards.h keep to them.
///
/// Everything here takes constant time: it has no branch, and neither addresses nor instructions of
/// variable time depend on limbs.
struct Field {
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 51) - 1;
  std::uint64_t limb[5] = {};

  static constexpr Field of(const Field& constant) { return constant; }
  static constexpr Field from_u64(std::uint64_t small) { return {{small & kMask, small >> 51}}; }
  /// Reads 32 bytes, little-endian. It ignores the top bit and takes numbers from p on modulo p, so
  /// callers that want the canonical encoding compare bytes() with what they read.
  static Field from_bytes(std::span<const std::byte, 32> bytes);
  /// Returns the number below p, little-endian. This function, is_zero and is_negative take limbs
  /// below 2^63.
  ByteArray<32> bytes() const;

  /// A truth value without a branch: all ones, or zero.
  using Mask = std::uint64_t;
  Mask is_zero() const;
  /// Returns whether the number is negative as RFC 9496, 4.1 defines it: odd when it is below p.
  Mask is_negative() const;

  /// Adds without a carry: the bounds of the limbs add up.
  friend constexpr Field operator+(const Field& a, const Field& b) {
    Field sum;
    for (int i = 0; i < 5; ++i) sum.limb[i] = a.limb[i] + b.limb[i];
    return sum;
  }
  /// Subtracts as a + 4p − b, without a carry. The limbs of 4p are 2^53 − 76 and 2^53 − 4, so b may
  /// have limbs up to 2^53 − 76, as a sum of up to three tight numbers has.
  friend constexpr Field operator-(const Field& a, const Field& b) {
    Field difference{{a.limb[0] + 4 * (kMask - 18) - b.limb[0]}};
    for (int i = 1; i < 5; ++i) difference.limb[i] = a.limb[i] + 4 * kMask - b.limb[i];
    return difference;
  }
  friend constexpr Field operator-(const Field& a) { return Field() - a; }
  /// Multiplies. Takes limbs whose bounds have a product of at most 2^108.3, such as two of 2^54
  /// (see internal::carry), and limbs below 2^59, since 19 times a limb must fit a word.
  friend Field operator*(const Field& a, const Field& b);
  friend Field square(const Field& a);
  friend Mask equal(const Field& a, const Field& b) { return (a - b).is_zero(); }

  /// Returns the same number as its representative below p, limbs below 2^51. Takes limbs below
  /// 2^63.
  Field reduced() const;
  /// Returns the same number, tight. Takes limbs below 2^59: 19·2^8 is below the 2^13 of tight
  /// limbs. (Larger limbs are carried correctly too, but limb 0 may then be up to 2^51 + 2^18.)
  constexpr Field carried() const {
    const std::uint64_t* a = limb;
    return {{(a[0] & kMask) + 19 * (a[4] >> 51), (a[1] & kMask) + (a[0] >> 51),
             (a[2] & kMask) + (a[1] >> 51), (a[3] & kMask) + (a[2] >> 51),
             (a[4] & kMask) + (a[3] >> 51)}};
  }
};

/// Returns b where `mask` is all ones, a where it is zero, without a branch.
inline Field select(Field::Mask mask, const Field& a, const Field& b) {
  Field chosen;
  for (int i = 0; i < 5; ++i) chosen.limb[i] = a.limb[i] ^ (mask & (a.limb[i] ^ b.limb[i]));
  return chosen;
}

/// The constants of RFC 9496, 4.1; tests/crypto/field_test.cc computes them from their definitions.
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

/// Carries the five double-width limbs of a product into a tight number.
///
/// Bounds: if the factors' bounds have the product 2^108.3, then r0 is at most 1 + 4·19 = 77 such
/// products, below 2^114.6, and r4 is 5 of them, below 2^110.7. So what each limb carries is below
/// 2^64; 19 times what r4 carries is below 2^63.96, which fits a word even with low(r0) added; and
/// `last` carries less than 2^13 into limb 1.
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
  // 2^255 is 19 modulo p, so a product of limbs i and j with i + j ≥ 5 counts 19 times, for limb
  // i + j − 5.
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

/// Products that may wait for their carry in the formulas of edwards.h. In field_lanes.h they do;
/// here they are ordinary products.
inline Field wide_product(const Field& x, const Field& y) { return x * y; }
inline Field wide_square(const Field& x) { return square(x); }

}  // namespace fairdeal::crypto
