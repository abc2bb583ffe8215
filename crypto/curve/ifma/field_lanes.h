#pragma once

#include <cstdint>
#include <immintrin.h>

#include "crypto/curve/field.h"

namespace fairdeal::crypto {

/// N numbers modulo p = 2^255 − 19, one in each lane of 64 bits; N is 4 or 8. For processors with
/// AVX-512 IFMA, which multiply the low 52 bits of each lane. Only *_ifma.cc include this, which
/// are compiled for such processors; the formulas are shared with Field.
///
/// Limbs have 51 bits as Field's have. As factors must be below 2^52, every sum and difference
/// carries at once, and a product when it becomes a number again (Wide). Bounds of the limbs:
///
///   any number   below 2^51 + 2^17, so it can be a factor (see carried)
///   a product    below 2^51 + 2^11, so it is tight (field.h): before the carry its limb 4 is
///                below 2^57.7, which adds less than 19·2^6.7 to limb 0
///
/// Everything takes constant time: no branch, address or slow instruction depends on a limb. The
/// idea is that of curve25519-dalek's IFMA backend (H. de Valence, 2018).
template <std::size_t N>
struct FieldLanes {
  /// A truth value for each lane: one bit each.
  using Mask = std::uint64_t;
  /// A word for each lane.
  using Words __attribute__((vector_size(8 * N))) = std::uint64_t;

  Words limb[5] = {};

  /// Returns the word in every lane.
  static Words all(std::uint64_t word) { return word - Words{}; }
  /// Returns limb i of 2^shift·p, where p is 2^51 − 19 in limb 0 and 2^51 − 1 in the others.
  static constexpr std::uint64_t p(int i, int shift) {
    return (Field::kMask - (i == 0 ? 18 : 0)) << shift;
  }
  static FieldLanes of(const Field& constant) {
    FieldLanes out;
    for (int i = 0; i < 5; ++i) out.limb[i] = all(constant.limb[i]);
    return out;
  }
  static FieldLanes from_u64(std::uint64_t small) { return {{all(small)}}; }
  static FieldLanes load(const std::uint64_t (*limbs)[N]) {
    FieldLanes out;
    for (int i = 0; i < 5; ++i) __builtin_memcpy(&out.limb[i], limbs[i], sizeof(Words));
    return out;
  }
  void store(std::uint64_t (*limbs)[N]) const {
    for (int i = 0; i < 5; ++i) __builtin_memcpy(limbs[i], &limb[i], sizeof(Words));
  }

  /// Adds to `sum` the low, or the high, 52 bits of the product of a and b. Takes a, b below 2^52.
  static Words add_low(Words sum, Words a, Words b) {
    if constexpr (N == 8)
      return Words(_mm512_madd52lo_epu64(__m512i(sum), __m512i(a), __m512i(b)));
    else
      return Words(_mm256_madd52lo_epu64(__m256i(sum), __m256i(a), __m256i(b)));
  }
  static Words add_high(Words sum, Words a, Words b) {
    if constexpr (N == 8)
      return Words(_mm512_madd52hi_epu64(__m512i(sum), __m512i(a), __m512i(b)));
    else
      return Words(_mm256_madd52hi_epu64(__m256i(sum), __m256i(a), __m256i(b)));
  }

  /// Returns the same numbers with limbs below 2^51 + 2^17. Takes limbs below 2^63: limb 4 then
  /// carries less than 2^12, which counts 19 times for limb 0.
  FieldLanes carried() const {
    const Words* a = limb;
    return {{add_low(a[0] & Field::kMask, a[4] >> 51, all(19)),
             (a[1] & Field::kMask) + (a[0] >> 51), (a[2] & Field::kMask) + (a[1] >> 51),
             (a[3] & Field::kMask) + (a[2] >> 51), (a[4] & Field::kMask) + (a[3] >> 51)}};
  }

  friend FieldLanes operator+(const FieldLanes& a, const FieldLanes& b) {
    FieldLanes sum;
    for (int i = 0; i < 5; ++i) sum.limb[i] = a.limb[i] + b.limb[i];
    return sum.carried();
  }
  friend FieldLanes operator-(const FieldLanes& a, const FieldLanes& b) {
    FieldLanes difference;
    for (int i = 0; i < 5; ++i) difference.limb[i] = a.limb[i] + p(i, 2) - b.limb[i];
    return difference.carried();
  }
  friend FieldLanes operator-(const FieldLanes& a) { return FieldLanes() - a; }

  /// A product before its carry, with limbs below 2^60.4; or a sum of up to three products; or such
  /// a sum less one product or the sum of two. It carries when it becomes a number.
  ///
  /// Bounds: two products are below 2^61.4, so 2^11·p, whose limbs are above 2^61.9, can be added
  /// to keep the difference positive; three are below 2^62, so that the difference is below 2^63,
  /// as carried() takes it.
  struct Wide {
    Words limb[5];

    friend Wide operator+(const Wide& a, const Wide& b) {
      Wide sum;
      for (int i = 0; i < 5; ++i) sum.limb[i] = a.limb[i] + b.limb[i];
      return sum;
    }
    friend Wide operator-(const Wide& a, const Wide& b) {
      Wide difference;
      for (int i = 0; i < 5; ++i) difference.limb[i] = a.limb[i] + (p(i, 11) - b.limb[i]);
      return difference;
    }
    operator FieldLanes() const {
      return FieldLanes{{limb[0], limb[1], limb[2], limb[3], limb[4]}}.carried();
    }
  };
  friend Wide wide_product(const FieldLanes& a, const FieldLanes& b) {
    // A product of two limbs has 104 bits in two halves. The low half, bits 0 to 51, counts for
    // limb i + j. The high half counts for limb i + j + 1, and doubled, since a limb has 51 bits,
    // not 52.
    Words low[10] = {}, high[10] = {};
#pragma GCC unroll 5
    for (int i = 0; i < 5; ++i)
#pragma GCC unroll 5
      for (int j = 0; j < 5; ++j) {
        low[i + j] = add_low(low[i + j], a.limb[i], b.limb[j]);
        high[i + j + 1] = add_high(high[i + j + 1], a.limb[i], b.limb[j]);
      }
    Words sum[10];  // each below 5·2^52 + 10·2^52 < 2^56
#pragma GCC unroll 10
    for (int k = 0; k < 10; ++k) sum[k] = low[k] + (high[k] + high[k]);
    Wide out;
#pragma GCC unroll 5
    for (int k = 0; k < 5; ++k) {  // 2^255 is 19 = 1 + 2 + 16 modulo p
      const Words over = sum[k + 5];
      out.limb[k] = (sum[k] + over) + ((over + over) + (over << 4));
    }
    return out;
  }
  friend Wide wide_square(const FieldLanes& a) { return wide_product(a, a); }
  friend FieldLanes operator*(const FieldLanes& a, const FieldLanes& b) {
    return wide_product(a, b);
  }
  friend FieldLanes square(const FieldLanes& a) { return a * a; }

  /// Returns the representatives below p. The steps are those of Field::reduced, for its reasons.
  FieldLanes reduced() const {
    FieldLanes a = carried().carried();
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
  Mask is_zero() const requires(N == 8) {
    const FieldLanes a = reduced();
    const auto any = __m512i(a.limb[0] | a.limb[1] | a.limb[2] | a.limb[3] | a.limb[4]);
    return _mm512_testn_epi64_mask(any, any);
  }
  Mask is_negative() const requires(N == 8) {
    return _mm512_test_epi64_mask(__m512i(reduced().limb[0]), __m512i(all(1)));
  }
  friend Mask equal(const FieldLanes& a, const FieldLanes& b) requires(N == 8) {
    return (a - b).is_zero();
  }
};
using Field8 = FieldLanes<8>;
using Field4 = FieldLanes<4>;

/// Returns b in each lane whose bit of `mask` is set, and a in the others.
inline Field8 select(Field8::Mask mask, const Field8& a, const Field8& b) {
  Field8 chosen;
  for (int i = 0; i < 5; ++i)
    chosen.limb[i] = Field8::Words(_mm512_mask_blend_epi64(static_cast<__mmask8>(mask),
                                                           __m512i(a.limb[i]), __m512i(b.limb[i])));
  return chosen;
}

}  // namespace fairdeal::crypto
