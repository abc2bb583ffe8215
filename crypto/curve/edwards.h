#pragma once

#include <cstdint>

#include "crypto/curve/field.h"

namespace fairdeal::crypto {

/// The curve −x² + y² = 1 + d x² y² over F, which is Field, or eight of them side by side
/// (crypto/curve/ifma/field_lanes.h): one text of every formula for both.
///
/// Source of all formulas: Hisil, Wong, Carter, Dawson, "Twisted Edwards Curves Revisited",
/// ASIACRYPT 2008. They are complete here (a = −1 is a square, d is not), so O, P + P and P − P
/// need no case of their own, and they take constant time.

/// x = X/Z, y = Y/Z, xy = T/Z; Z ≠ 0. All tight.
template <class F>
struct Extended {
  F X{}, Y = F::from_u64(1), Z = F::from_u64(1), T{};  // O
};

/// A point as the second term of many sums.
template <class F>
struct Cached {
  F Y_plus_X = F::from_u64(1), Y_minus_X = F::from_u64(1), twice_Z = F::from_u64(2), twice_dT{};
};

/// The same of a point with Z = 1, which saves a product.
template <class F>
struct Niels {
  F y_plus_x = F::from_u64(1), y_minus_x = F::from_u64(1), twice_dxy{};
};

template <class F>
Cached<F> cached(const Extended<F>& P) {
  return {P.Y + P.X, P.Y - P.X, P.Z + P.Z, P.T * F::of(kTwoD)};
}

template <class F>
Extended<F> operator-(const Extended<F>& P) {
  return {(-P.X).carried(), P.Y, P.Z, (-P.T).carried()};
}

namespace internal {

/// (E·F, G·H, F·G, E·H), how each formula ends.
template <class F>
Extended<F> completed(const F& e, const F& f, const F& g, const F& h) {
  return {e * f, g * h, f * g, e * h};
}

}  // namespace internal

/// Section 3.1 with a = −1, k = 2d: 8 products, one of them made beforehand.
template <class F>
Extended<F> operator+(const Extended<F>& P, const Cached<F>& Q) {
  const auto a = wide_product(P.Y - P.X, Q.Y_minus_X), b = wide_product(P.Y + P.X, Q.Y_plus_X);
  const auto c = wide_product(P.T, Q.twice_dT), d = wide_product(P.Z, Q.twice_Z);
  return internal::completed<F>(b - a, d - c, d + c, b + a);
}

template <class F>
Extended<F> operator-(const Extended<F>& P, const Cached<F>& Q) {
  const auto a = wide_product(P.Y - P.X, Q.Y_plus_X), b = wide_product(P.Y + P.X, Q.Y_minus_X);
  const auto c = wide_product(P.T, Q.twice_dT), d = wide_product(P.Z, Q.twice_Z);
  return internal::completed<F>(b - a, d + c, d - c, b + a);
}

template <class F>
Extended<F> operator+(const Extended<F>& P, const Niels<F>& Q) {
  const F a = (P.Y - P.X) * Q.y_minus_x, b = (P.Y + P.X) * Q.y_plus_x;
  const F c = P.T * Q.twice_dxy, d = P.Z + P.Z;
  return internal::completed(b - a, d - c, d + c, b + a);
}

template <class F>
Extended<F> operator-(const Extended<F>& P, const Niels<F>& Q) {
  const F a = (P.Y - P.X) * Q.y_plus_x, b = (P.Y + P.X) * Q.y_minus_x;
  const F c = P.T * Q.twice_dxy, d = P.Z + P.Z;
  return internal::completed(b - a, d + c, d - c, b + a);
}

/// Section 3.3 with a = −1: 4 squares and 4 products.
template <class F>
Extended<F> doubled(const Extended<F>& P) {
  const auto xx = wide_square(P.X), yy = wide_square(P.Y), zz = wide_square(P.Z);
  const auto h = yy + xx, g = yy - xx;
  return internal::completed<F>(wide_square(P.X + P.Y) - h, (zz + zz + xx) - yy, g, h);
}

/// 2^count·P, count ≥ 1. The T of the doublings between is not needed: a product each less.
template <class F>
Extended<F> doubled_times(Extended<F> P, int count) {
  while (--count > 0) {
    const auto xx = wide_square(P.X), yy = wide_square(P.Y), zz = wide_square(P.Z);
    const F h = yy + xx, g = yy - xx;
    const F e = wide_square(P.X + P.Y) - (yy + xx), f = (zz + zz + xx) - yy;
    P.X = e * f, P.Y = g * h, P.Z = f * g;
  }
  return doubled(P);
}

template <class F>
Extended<F> operator+(const Extended<F>& P, const Extended<F>& Q) {
  return P + cached(Q);
}
template <class F>
Extended<F> operator-(const Extended<F>& P, const Extended<F>& Q) {
  return P - cached(Q);
}

}  // namespace fairdeal::crypto
