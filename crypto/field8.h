#pragma once

#include <cstdint>
#include <immintrin.h>

#include "crypto/field.h"

namespace fairdeal::crypto {

/// Eight numbers modulo 2^255 − 19, one a lane of 64 bits, for processors with AVX-512 IFMA, whose
/// multiplication takes 52 bits of each lane. Included by *_ifma.cc alone, which are compiled
/// for them; what it shares with Field are the formulas.
///
/// Limbs of 51 bits as Field's, but every operation carries: a factor is below 2^52, a result below
/// 2^51 + 2^14. The idea is that of curve25519-dalek's IFMA backend (H. de Valence, 2018).
struct Field8 {
  /// A bit for each lane.
  using Mask = std::uint64_t;
  /// A word for each lane.
  using Words __attribute__((vector_size(64))) = std::uint64_t;

  Words limb[5] = {};

  static Words all(std::uint64_t word) { return word - Words{}; }
  static Field8 of(const Field& constant) {
    Field8 out;
    for (int i = 0; i < 5; ++i) out.limb[i] = all(constant.limb[i]);
    return out;
  }
  static Field8 from_u64(std::uint64_t small) { return {{all(small)}}; }
  static Field8 load(const std::uint64_t (*limbs)[8]) {
    Field8 out;
    for (int i = 0; i < 5; ++i) out.limb[i] = Words(_mm512_loadu_si512(limbs[i]));
    return out;
  }
  void store(std::uint64_t (*limbs)[8]) const {
    for (int i = 0; i < 5; ++i) _mm512_storeu_si512(limbs[i], __m512i(limb[i]));
  }

  /// sum + the low, or the high, 52 bits of the product of a and b, below 2^52.
  static Words add_low(Words sum, Words a, Words b) {
    return Words(_mm512_madd52lo_epu64(__m512i(sum), __m512i(a), __m512i(b)));
  }
  static Words add_high(Words sum, Words a, Words b) {
    return Words(_mm512_madd52hi_epu64(__m512i(sum), __m512i(a), __m512i(b)));
  }

  /// Takes limbs below 2^62.
  Field8 carried() const {
    const Words* a = limb;
    return {{add_low(a[0] & Field::kMask, a[4] >> 51, all(19)),
             (a[1] & Field::kMask) + (a[0] >> 51), (a[2] & Field::kMask) + (a[1] >> 51),
             (a[3] & Field::kMask) + (a[2] >> 51), (a[4] & Field::kMask) + (a[3] >> 51)}};
  }

  friend Field8 operator+(const Field8& a, const Field8& b) {
    Field8 sum;
    for (int i = 0; i < 5; ++i) sum.limb[i] = a.limb[i] + b.limb[i];
    return sum.carried();
  }
  friend Field8 operator-(const Field8& a, const Field8& b) {
    Field8 difference;  // a + 4p − b
    for (int i = 0; i < 5; ++i)
      difference.limb[i] = a.limb[i] + 4 * (Field::kMask - (i == 0 ? 18 : 0)) - b.limb[i];
    return difference.carried();
  }
  friend Field8 operator-(const Field8& a) { return Field8() - a; }
  friend Field8 operator*(const Field8& a, const Field8& b);
  friend Field8 square(const Field8& a) { return a * a; }

  /// The numbers below p.
  Field8 reduced() const {
    Field8 a = carried().carried();  // then as Field::reduced
    Words q = all(19);
    for (const Words& l : a.limb) q = (l + q) >> 51;
    Words carry = 19 * q;
    for (Words& l : a.limb) {
      l += carry;
      carry = l >> 51;
      l &= Field::kMask;
    }
    return a;
  }
  Mask is_zero() const {
    const Field8 a = reduced();
    const auto any = __m512i(a.limb[0] | a.limb[1] | a.limb[2] | a.limb[3] | a.limb[4]);
    return _mm512_testn_epi64_mask(any, any);
  }
  Mask is_negative() const {
    return _mm512_test_epi64_mask(__m512i(reduced().limb[0]), __m512i(all(1)));
  }
  friend Mask equal(const Field8& a, const Field8& b) { return (a - b).is_zero(); }
};

/// In each lane b where its bit of `mask` is set, else a.
inline Field8 select(Field8::Mask mask, const Field8& a, const Field8& b) {
  Field8 chosen;
  for (int i = 0; i < 5; ++i)
    chosen.limb[i] = Field8::Words(_mm512_mask_blend_epi64(static_cast<__mmask8>(mask),
                                                           __m512i(a.limb[i]), __m512i(b.limb[i])));
  return chosen;
}

inline Field8 operator*(const Field8& a, const Field8& b) {
  // Products of 104 bits in two halves: bits 0 to 51 count for limb i + j, the rest, doubled since
  // a limb has 51 bits and not 52, for limb i + j + 1.
  Field8::Words low[10] = {}, high[10] = {};
#pragma GCC unroll 5
  for (int i = 0; i < 5; ++i)
#pragma GCC unroll 5
    for (int j = 0; j < 5; ++j) {
      low[i + j] = Field8::add_low(low[i + j], a.limb[i], b.limb[j]);
      high[i + j + 1] = Field8::add_high(high[i + j + 1], a.limb[i], b.limb[j]);
    }
  Field8::Words sum[10];  // each below 5·2^52 + 10·2^52 < 2^56
#pragma GCC unroll 10
  for (int k = 0; k < 10; ++k) sum[k] = low[k] + high[k] + high[k];
  Field8 out;
#pragma GCC unroll 5
  for (int k = 0; k < 5; ++k) {  // 2^255 = 19 = 16 + 2 + 1
    const Field8::Words over = sum[k + 5];
    out.limb[k] = sum[k] + over + (over + over) + (over << 4);
  }
  return out.carried();
}

}  // namespace fairdeal::crypto
