#pragma once

#include "crypto/curve/field.h"

namespace fairdeal::crypto {

/// Powers with fixed exponents, over F as in edwards.h. They take constant time, since the chains
/// of multiplications are fixed.

/// Returns a^(2^count).
template <class F>
F square_times(F a, int count) {
  while (count-- > 0) a = square(a);
  return a;
}

/// The powers a^(2^250 − 1) and a^11, of which the chain computes the second on its way to the
/// first. It is the chain of Bernstein's "Curve25519: new Diffie-Hellman speed records", PKC 2006.
template <class F>
struct Powers {
  F to_2_250_minus_1, to_11;
};
template <class F>
Powers<F> powers(const F& a) {
  const F a2 = square(a);
  const F a9 = square_times(a2, 2) * a;
  const F a11 = a9 * a2;
  const F a_5 = square(a11) * a9;  // a_k is a^(2^k − 1)
  const F a_10 = square_times(a_5, 5) * a_5;
  const F a_20 = square_times(a_10, 10) * a_10;
  const F a_40 = square_times(a_20, 20) * a_20;
  const F a_50 = square_times(a_40, 10) * a_10;
  const F a_100 = square_times(a_50, 50) * a_50;
  const F a_200 = square_times(a_100, 100) * a_100;
  return {square_times(a_200, 50) * a_50, a11};
}

/// Returns 1/a, and 0 for 0: a^(p − 2), by Fermat.
template <class F>
F invert(const F& a) {
  const Powers<F> of_a = powers(a);
  return square_times(of_a.to_2_250_minus_1, 5) * of_a.to_11;  // 2^255 − 2^5 + 11 = p − 2
}

/// Returns the one of a and −a that is not negative (RFC 9496, 4.1). Requires a tight.
template <class F>
F abs(const F& a) {
  return select(a.is_negative(), a, -a).carried();
}

/// Whether u/v is a square, and the non-negative square root of u/v, or of sqrt(−1)·u/v if it is
/// none.
template <class F>
struct SqrtRatio {
  typename F::Mask was_square;
  F root;
};
/// Returns the square root of u/v as SQRT_RATIO_M1 of RFC 9496, 4.2, does.
template <class F>
SqrtRatio<F> sqrt_ratio_m1(const F& u, const F& v) {
  const F i = F::of(kSqrtMinusOne);
  const F v3 = square(v) * v;
  const F uv7 = u * square(v3) * v;
  const F power = square_times(powers(uv7).to_2_250_minus_1, 2) * uv7;  // uv7^((p − 5) / 8)
  F r = u * v3 * power;
  const F check = v * square(r);
  const auto correct = equal(check, u.carried());
  const auto flipped = (check + u).carried().is_zero();
  const auto flipped_i = (check + u * i).carried().is_zero();
  r = select(flipped | flipped_i, r, i * r);
  return {static_cast<typename F::Mask>(correct | flipped), abs(r)};
}

}  // namespace fairdeal::crypto
