#include "crypto/curve/edwards.h"
#include "crypto/curve/ifma/eight.h"
#include "crypto/curve/ifma/field_lanes.h"
#include "crypto/curve/ristretto.h"

namespace fairdeal::crypto::eight {
namespace {

Extended<Field8> load(const Points& P) {
  return {Field8::load(P.X.limb), Field8::load(P.Y.limb), Field8::load(P.Z.limb),
          Field8::load(P.T.limb)};
}

void store(const Extended<Field8>& P, Points& out) {
  P.X.store(out.X.limb);
  P.Y.store(out.Y.limb);
  P.Z.store(out.Z.limb);
  P.T.store(out.T.limb);
}

void store(const Cached<Field8>& P, Numbers (&out)[4]) {
  P.Y_plus_X.store(out[0].limb);
  P.Y_minus_X.store(out[1].limb);
  P.twice_Z.store(out[2].limb);
  P.twice_dT.store(out[3].limb);
}

void fill(const Extended<Field8>& P, Window& window) {
  const Cached<Field8> once = cached(P);
  store(Cached<Field8>(), window.multiples[0]);
  store(once, window.multiples[1]);
  Extended<Field8> multiple = P;
  for (int i = 2; i < 9; ++i) {
    multiple = multiple + once;
    store(cached(multiple), window.multiples[i]);
  }
}

/// The absolute value of each lane's digit, and a bit for each lane whose digit is negative.
struct Magnitudes {
  Field8::Words size;
  Field8::Mask negative;
};
Magnitudes magnitudes(const Digits& digits) {
  const __m512i d = _mm512_maskz_cvtepi8_epi64(0xff, _mm_loadu_si64(digits.lane));
  const Field8::Words sign = -(Field8::Words(d) >> 63);
  return {(Field8::Words(d) ^ sign) - sign, _mm512_movepi64_mask(d)};
}

__mmask8 lanes_equal(Field8::Words words, std::uint64_t number) {
  return _mm512_cmpeq_epi64_mask(__m512i(words), __m512i(Field8::all(number)));
}

/// Returns digit·P in each lane. It reads every multiple, and keeps the wanted one by masks.
Cached<Field8> chosen(const Window& window, const Digits& digits) {
  const auto [size, negative] = magnitudes(digits);
  Field8 it[4];
  for (int c = 0; c < 4; ++c) it[c] = Field8::load(window.multiples[0][c].limb);
  for (std::uint64_t m = 1; m < 9; ++m) {
    const __mmask8 here = lanes_equal(size, m);
    for (int c = 0; c < 4; ++c)
      for (int l = 0; l < 5; ++l)
        it[c].limb[l] = Field8::Words(
            _mm512_mask_loadu_epi64(__m512i(it[c].limb[l]), here, window.multiples[m][c].limb[l]));
  }
  return {select(negative, it[0], it[1]), select(negative, it[1], it[0]), it[2],
          select(negative, it[3], -it[3])};
}

/// Returns the same, where all lanes choose from the table row of one point.
Niels<Field8> chosen(const NielsPoint (&row)[8], const Digits& digits) {
  const auto [size, negative] = magnitudes(digits);
  const Niels<Field8> O;
  Field8 it[3] = {O.y_plus_x, O.y_minus_x, O.twice_dxy};
  for (std::uint64_t m = 1; m < 9; ++m) {
    const __mmask8 here = lanes_equal(size, m);
    for (int c = 0; c < 3; ++c)
      for (int l = 0; l < 5; ++l)
        it[c].limb[l] = Field8::Words(_mm512_mask_set1_epi64(
            __m512i(it[c].limb[l]), here, static_cast<long long>(row[m - 1].limb[5 * c + l])));
  }
  return {select(negative, it[0], it[1]), select(negative, it[1], it[0]),
          select(negative, it[2], -it[2])};
}

}  // namespace

bool supported() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512ifma");
}

void straus(const Points* points, std::size_t groups, const Digits* digits,
            std::size_t digits_count, Window* windows, Points& sum) {
  for (std::size_t g = 0; g < groups; ++g) fill(load(points[g]), windows[g]);
  Extended<Field8> total;
  for (std::size_t d = digits_count; d-- > 0;) {
    if (d + 1 != digits_count) total = doubled_times(total, 4);
    for (std::size_t g = 0; g < groups; ++g)
      total = total + chosen(windows[g], digits[d * groups + g]);
  }
  store(total, sum);
}

void fixed_base(const FixedTable& of_P, const Digits* digits, Points& out) {
  Extended<Field8> total;
  for (std::size_t d = 1; d < 64; d += 2) total = total + chosen(of_P.rows[d / 2], digits[d]);
  total = doubled_times(total, 4);
  for (std::size_t d = 0; d < 64; d += 2) total = total + chosen(of_P.rows[d / 2], digits[d]);
  store(total, out);
}

void encode(const Points& points, Numbers& out) {
  ristretto_encode(load(points)).reduced().store(out.limb);
}

std::uint64_t decode(const Numbers& encodings, Points& out) {
  const auto [valid, P] = ristretto_decode(Field8::load(encodings.limb));
  store(P, out);
  return valid & 0xff;
}

}  // namespace fairdeal::crypto::eight
