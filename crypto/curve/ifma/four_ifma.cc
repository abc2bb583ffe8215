#include "crypto/curve/ifma/field_lanes.h"
#include "crypto/curve/ifma/four.h"

namespace fairdeal::crypto::four {
namespace {

using Words = Field4::Words;
using Wide = Field4::Wide;

/// Returns lanes a, b, c, d of `in`, in this order; 4 stands for zero.
template <int a, int b, int c, int d>
Words arranged(Words in) {
  return __builtin_shufflevector(in, Words{}, a, b, c, d);
}
template <int a, int b, int c, int d, class T>
T arranged(const T& in) {
  return {{arranged<a, b, c, d>(in.limb[0]), arranged<a, b, c, d>(in.limb[1]),
           arranged<a, b, c, d>(in.limb[2]), arranged<a, b, c, d>(in.limb[3]),
           arranged<a, b, c, d>(in.limb[4])}};
}

/// Returns (e f, g h, f g, e h) of (e, g, f, h), with which each formula ends.
[[gnu::always_inline]] inline Field4 completed(const Field4& egfh) {
  return arranged<0, 1, 2, 0>(egfh) * arranged<2, 3, 1, 3>(egfh);
}

[[gnu::always_inline]] inline Field4 doubled(const Field4& P) {
  const Wide s = wide_product(arranged<0, 1, 2, 0>(P), arranged<0, 1, 2, 1>(P));  // XX YY ZZ XY
  return completed(arranged<3, 1, 2, 1>(s) + arranged<3, 4, 2, 0>(s) + arranged<4, 4, 0, 4>(s) -
                   arranged<4, 0, 1, 4>(s));
}

/// Returns x + y in each lane, or x − y where `minus` is all ones. Both must be one product, or
/// less: 2^11·p is added as in Wide's difference, and carried() takes the result only below 2^63.
Wide plus_or_minus(const Wide& x, const Wide& y, Words minus) {
  Wide out;
  for (int i = 0; i < 5; ++i)
    out.limb[i] = x.limb[i] + (Field4::p(i, 11) + ((y.limb[i] ^ minus) - minus));
  return out;
}

/// Returns Y − X, Y + X, Z, T.
[[gnu::always_inline]] inline Field4 factors(const Field4& P) {
  const Wide wide{{P.limb[0], P.limb[1], P.limb[2], P.limb[3], P.limb[4]}};
  return plus_or_minus(arranged<1, 1, 2, 3>(wide), arranged<0, 0, 4, 4>(wide), Words{~0ull});
}

/// Returns P + Q, or P − Q if `negative`; Q is an addend. To subtract is to exchange Q's first two
/// numbers and to negate the last, as in edwards.h.
[[gnu::always_inline]] inline Field4 sum(const Field4& P, const Quad& Q, bool negative) {
  const std::uint64_t minus = negative ? ~0ull : 0;
  const Words order = {minus & 1, ~minus & 1, 2, 3};
  Field4 Q_factors = Field4::load(Q.limb);
  for (Words& limb : Q_factors.limb)
    limb = Words(_mm256_permutexvar_epi64(__m256i(order), __m256i(limb)));
  const Wide abdc = wide_product(factors(P), Q_factors);
  // e = b − a, g = d ± c, f = d ∓ c, h = b + a
  return completed(plus_or_minus(arranged<1, 2, 2, 1>(abdc), arranged<0, 3, 3, 0>(abdc),
                                 Words{~0ull, minus, ~minus, 0}));
}

/// Stores P as an addend: Y − X, Y + X, 2Z, 2dT.
void store_addend(const Field4& P, Quad& out) {
  Field4 twice{};
  for (int i = 0; i < 5; ++i) twice.limb[i][3] = kTwoD.limb[i];
  twice.limb[0] += Words{1, 1, 2, 0};
  (factors(P) * twice).store(out.limb);
}

}  // namespace

void odd_multiples(const Quad& P, OddMultiples& out) {
  Field4 multiple = Field4::load(P.limb);
  store_addend(multiple, out.at[0]);
  Quad twice;
  store_addend(doubled(multiple), twice);
  for (int i = 1; i < 8; ++i) {
    multiple = sum(multiple, twice, false);
    store_addend(multiple, out.at[i]);
  }
}

void steps_vartime(const SumStep* steps, std::size_t count, Quad& sum_out) {
  Field4 total{{Words{0, 1, 1, 0}}};
  for (const SumStep* step = steps; step != steps + count; ++step) {
    for (int i = 0; i < step->doublings; ++i) total = doubled(total);
    if (step->addend != nullptr) total = sum(total, *step->addend, step->negative);
  }
  total.store(sum_out.limb);
}

}  // namespace fairdeal::crypto::four
