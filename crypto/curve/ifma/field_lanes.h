#pragma once

#include <cstdint>
#include <immintrin.h>

#include "crypto/curve/field.h"

namespace fairdeal::crypto {

/// N numbers modulo 2^255 − 19, 4 or 8, one a lane of 64 bits, for processors with AVX-512 IFMA,
/// whose multiplication takes 52 bits of each lane. Included by *_ifma.cc alone, which are compiled
/// for them; what it shares with Field are the formulas.
///
/// Limbs of 51 bits as Field's, but every operation carries, a product's when it becomes a factor:
/// a factor is below 2^52, a result below 2^51 + 2^17, one of a product below 2^51 + 2^11, so
/// tight. The idea is that of curve25519-dalek's IFMA backend (H. de Valence, 2018).
template <std::size_t N>
struct FieldLanes {
  /// A bit for each lane.
  using Mask = std::uint64_t;
  /// A word for each lane.
  using Words __attribute__((vector_size(8 * N))) = std::uint64_t;

  Words limb[5] = {};

  static Words all(std::uint64_t word) { return word - Words{}; }
  /// Limb i of 2^shift·p, if all but the lowest of p's have 51 bits.
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

  /// sum + the low, or the high, 52 bits of the product of a and b, below 2^52.
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

  /// Takes limbs below 2^63.
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

  /// A product before its carry, limbs below 2^60.4, or a sum of up to three; less such a sum of
  /// one or two. It carries when it becomes a number.
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
    // Products of 104 bits in two halves: bits 0 to 51 count for limb i + j, the rest, doubled
    // since a limb has 51 bits and not 52, for limb i + j + 1.
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
    for (int k = 0; k < 5; ++k) {  // 2^255 = 19 = 16 + 2 + 1
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

  /// The numbers below p.
  FieldLanes reduced() const {
    FieldLanes a = carried().carried();  // then as Field::reduced
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
  friend Mask equal(const FieldLanes& a, const FieldLanes& b) { return (a - b).is_zero(); }
};
using Field8 = FieldLanes<8>;
using Field4 = FieldLanes<4>;

/// In each lane b where its bit of `mask` is set, else a.
inline Field8 select(Field8::Mask mask, const Field8& a, const Field8& b) {
  Field8 chosen;
  for (int i = 0; i < 5; ++i)
    chosen.limb[i] = Field8::Words(_mm512_mask_blend_epi64(static_cast<__mmask8>(mask),
                                                           __m512i(a.limb[i]), __m512i(b.limb[i])));
  return chosen;
}

}  // namespace fairdeal::crypto
