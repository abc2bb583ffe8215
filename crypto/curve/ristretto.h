#pragma once

#include "crypto/curve/edwards.h"
#include "crypto/curve/square_root.h"

namespace fairdeal::crypto {

/// ristretto255 (RFC 9496): a group of prime order. Each element is a class of points of the curve
/// that have one encoding. Over F as in edwards.h; constant time. The steps and letters are the
/// RFC's.

/// Returns the number whose bytes are P's encoding (4.3.2).
template <class F>
F ristretto_encode(const Extended<F>& P) {
  const F i = F::of(kSqrtMinusOne);
  const F u1 = (P.Z + P.Y) * (P.Z - P.Y), u2 = P.X * P.Y;
  const F invsqrt = sqrt_ratio_m1(F::from_u64(1), u1 * square(u2)).root;
  const F den1 = invsqrt * u1, den2 = invsqrt * u2;
  const F z_inv = den1 * den2 * P.T;
  const auto rotate = (P.T * z_inv).is_negative();
  const F x = select(rotate, P.X, P.Y * i);
  const F y = select(rotate, P.Y, P.X * i);
  const F den_inv = select(rotate, den2, den1 * F::of(kInvSqrtAMinusD));
  const F signed_y = select((x * z_inv).is_negative(), y, (-y).carried());
  return abs(den_inv * (P.Z - signed_y));
}

/// A decoded point; P has no meaning where `valid` is false.
template <class F>
struct Decoded {
  typename F::Mask valid;
  Extended<F> P;
};
/// Decodes s (4.3.1). Requires that s is canonical and not negative, which callers see from its
/// bytes.
template <class F>
Decoded<F> ristretto_decode(const F& s) {
  const F one = F::from_u64(1);
  const F ss = square(s);
  const F u1 = (one - ss).carried(), u2 = (one + ss).carried();
  const F u2_sqr = square(u2);
  const F v = (-(F::of(kD) * square(u1)) - u2_sqr).carried();
  const auto [was_square, invsqrt] = sqrt_ratio_m1(one, v * u2_sqr);
  const F den_x = invsqrt * u2, den_y = invsqrt * den_x * v;
  const F x = abs((s + s) * den_x), y = u1 * den_y, t = x * y;
  const auto invalid = ~was_square | t.is_negative() | y.is_zero();
  return {static_cast<typename F::Mask>(~invalid), {x, y, one, t}};
}

/// Maps a number to a point: the function MAP of 4.3.4, which the one-way map calls twice.
template <class F>
Extended<F> ristretto_map(const F& t) {
  const F one = F::from_u64(1), d = F::of(kD);
  const F r = F::of(kSqrtMinusOne) * square(t);
  const F u = (r + one) * F::of(kOneMinusDSquared);
  const F v = (-one - r * d).carried() * (r + d).carried();
  const auto [was_square, root] = sqrt_ratio_m1(u, v);
  const F s = select(was_square, (-abs(root * t)).carried(), root);
  const F c = select(was_square, r, (-one).carried());
  const F n = (c * (r - one).carried() * F::of(kDMinusOneSquared) - v).carried();
  const F ss = square(s);
  const F w0 = (s + s) * v, w1 = n * F::of(kSqrtADMinusOne);
  const F w2 = (one - ss).carried(), w3 = (one + ss).carried();
  return {w0 * w3, w2 * w1, w1 * w3, w0 * w2};
}

/// Returns whether P and Q are one element (4.3.3), without encoding them.
template <class F>
typename F::Mask ristretto_equal(const Extended<F>& P, const Extended<F>& Q) {
  return equal(P.X * Q.Y, P.Y * Q.X) | equal(P.Y * Q.Y, P.X * Q.X);
}

}  // namespace fairdeal::crypto
