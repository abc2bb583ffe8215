#pragma once

#include <string_view>
#include <vector>

#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// Points derived from public labels, so that nobody knows a relation between them (docs/cards.md,
/// fixed points). Each kind of point has a hash domain of its own.

/// Returns hash_to_ristretto255 (RFC 9380, appendix B) of `message`. `domain` is the DST and has at
/// most 255 bytes.
Point hash_to_group(ByteSpan message, std::string_view domain);

/// Returns G_0 … G_{n−1}, H: the points of a commitment Σ v_i·G_i + r·H to n values, blinded by r.
/// The commitment hides perfectly, since r·H is uniform; it binds as long as nobody knows a
/// relation of the generators, since two openings are one (Pedersen, CRYPTO '91). Requires
/// n ≤ kGeneratorsMax (CHECKed).
std::vector<Point> pedersen_points(std::size_t n);
/// Returns G_i, a generator of vector commitments. Requires i < kGeneratorsMax (CHECKed).
const Point& pedersen_g(std::size_t i);
/// Returns H, the generator that blinds them.
const Point& pedersen_h();
/// Returns M_k, the point of card k. Requires k < kGeneratorsMax (CHECKed).
const Point& card_point(Face k);
/// Returns the point whose multiples by the seats' keys are the shares of the coin of `context`.
Point coin_point(ByteSpan context);

/// The size of the largest deck; it bounds how many points are derived and kept.
inline constexpr std::size_t kGeneratorsMax = 1024;

}  // namespace fairdeal::crypto
