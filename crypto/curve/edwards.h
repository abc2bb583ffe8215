#pragma once

#include <cstdint>

#include "crypto/curve/field.h"

namespace fairdeal::crypto {

/// The curve −x² + y² = 1 + d x² y² over F. F is Field, or eight of them side by side
/// (crypto/curve/ifma/field_lanes.h), so that every formula is written once for both.
///
/// Source of all formulas: Hisil, Wong, Carter, Dawson, "Twisted Edwards Curves Revisited",
/// ASIACRYPT 2008. They are complete here, since a = −1 is a square modulo p and d is not. So O,
/// P + P and P − P need no case of their own, and every formula takes constant time.
///
/// Bounds, for Field: a coordinate is tight (field.h), as a product is. A sum of two is below
/// 2^52.1 in each limb, a difference of two below 2^53.4, and the largest, three less one, below
/// 2^53.9. Products of any two of these stay below the 2^108.3 that operator* takes.

/// A point with x = X/Z, y = Y/Z, xy = T/Z; Z ≠ 0. All four are tight.
template <class F>
struct Extended {
  F X{}, Y = F::from_u64(1), Z = F::from_u64(1), T{};  // O
};

/// A point prepared as the second term of sums: what addition would compute from it each time.
template <class F>
struct Cached {
  F Y_plus_X = F::from_u64(1), Y_minus_X = F::from_u64(1), twice_Z = F::from_u64(2), twice_dT{};
};

/// A point with Z = 1, prepared as the second term of sums; one product less.
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

/// Returns (E·F, G·H, F·G, E·H), with which each formula ends.
template <class F>
Extended<F> completed(const F& e, const F& f, const F& g, const F& h) {
  return {e * f, g * h, f * g, e * h};
}

}  // namespace internal

/// Adds by the formula of section 3.1 with a = −1 and k = 2d: 8 products, and one that cached()
/// made.
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

/// Doubles by the formula of section 3.3 with a = −1: 4 squares and 4 products.
template <class F>
Extended<F> doubled(const Extended<F>& P) {
  const auto xx = wide_square(P.X), yy = wide_square(P.Y), zz = wide_square(P.Z);
  const auto h = yy + xx, g = yy - xx;
  return internal::completed<F>(wide_square(P.X + P.Y) - h, (zz + zz + xx) - yy, g, h);
}

/// Returns 2^count·P, count ≥ 1. Doubling does not read T, so only the last one computes it: a
/// product less for each of the others.
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
