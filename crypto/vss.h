#pragma once

#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "crypto/curve/point.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// Recovery shares of a masking key x, by which t others can stand in for a seat that left. Seat
/// j's share is f(j+1), where f has degree t−1 and f(0) = x. Any t shares give x; t−1 of them tell
/// nothing about it, since they fit every value of f(0).
///
/// Source: Feldman, "A Practical Scheme for Non-interactive Verifiable Secret Sharing", FOCS '87.
/// Notes: docs/proofs.md#vss.

struct Dealing {
  std::vector<Point> commitments;  // F_k = a_k·G, t of them; F_0 = X
  Secrets<Scalar> shares;          // one for each seat, the dealer's own included
};

/// Deals shares of `x` to `seats` seats, of which any t = `threshold` suffice. It draws t−1
/// coefficients. Requires 1 ≤ t ≤ seats (CHECKed).
Dealing deal_shares(const Secret<Scalar>& x, std::size_t threshold, std::size_t seats, Rng& rng);

/// Returns the public part of seat j's share: Σ (j+1)^k F_k = f(j+1)·G.
Point public_share(std::span<const Point> commitments, Seat j);

/// Returns whether `share` is seat j's share of that dealing. Whoever accepts a dealing must check
/// first that it has t commitments, or t shares would not suffice, and that F_0 = X, or they would
/// give another key.
bool share_fits(std::span<const Point> commitments, Seat j, const Secret<Scalar>& share);

/// Returns the Lagrange coefficients at 0 of the given seats: Σ λ_i f(i+1) = x. Requires distinct
/// seats (CHECKed).
std::vector<Scalar> lagrange_at_zero(std::span<const Seat> seats);

/// Returns x·A, made of the given seats' f(j+1)·A.
Point combine_shares(std::span<const Seat> seats, std::span<const Point> shares);

}  // namespace fairdeal::crypto
