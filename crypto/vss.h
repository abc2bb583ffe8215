#pragma once

#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "crypto/curve/point.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// Shares of a masking key, so that t others can stand in for a seat that left (Feldman, FOCS '87;
/// docs/cards.md, recovery). Seat j's share is f(j+1), f of degree t−1 with f(0) = x.

struct Dealing {
  std::vector<Point> commitments;  // F_k = a_k·G, t of them; F_0 = X
  Secrets<Scalar> shares;          // one a seat, the dealer's own among them
};

/// Deals `x` to `seats` seats. Draws t−1 coefficients. Requires 1 ≤ t ≤ seats (CHECKed).
Dealing deal_shares(const Secret<Scalar>& x, std::size_t threshold, std::size_t seats, Rng& rng);

/// What seat j's share is in public: Σ (j+1)^k F_k = f(j+1)·G.
Point public_share(std::span<const Point> commitments, Seat j);

/// Whether `share` is seat j's of that dealing. That there are t commitments, and F_0 = X, is for
/// whoever takes the dealing to check first: more would make a polynomial that t shares do not
/// open.
bool share_fits(std::span<const Point> commitments, Seat j, const Secret<Scalar>& share);

/// Lagrange coefficients at 0 of the given seats, who are distinct (CHECKed): Σ λ_i f(i+1) = x.
std::vector<Scalar> lagrange_at_zero(std::span<const Seat> seats);

/// x·A from the seats' f(j+1)·A.
Point combine_shares(std::span<const Seat> seats, std::span<const Point> shares);

}  // namespace fairdeal::crypto
