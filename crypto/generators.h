#pragma once

#include <string_view>
#include <vector>

#include "crypto/curve/point.h"

namespace fairdeal::crypto {

/// Points whose logarithms nobody knows, derived from public labels (docs/cards.md, fixed points).

/// hash_to_ristretto255 of RFC 9380, appendix B; `domain` is its DST, at most 255 bytes.
Point hash_to_group(ByteSpan message, std::string_view domain);

/// G_0 … G_{n−1}, H: the points of a commitment Σ v_i·G_i + r·H to n values, blinded by r. It hides
/// them perfectly and binds to them as long as nobody knows a relation of the generators (Pedersen,
/// CRYPTO '91). Requires n ≤ kGeneratorsMax.
std::vector<Point> pedersen_points(std::size_t n);
/// G_i: the generators of vector commitments. Requires i < kGeneratorsMax.
const Point& pedersen_g(std::size_t i);
/// H: the generator that blinds them.
const Point& pedersen_h();
/// M_k: card k. Requires k < kGeneratorsMax.
const Point& card_point(Face k);
/// The point whose multiples by all seats' keys are the coin of `context`.
Point coin_point(ByteSpan context);

/// The largest deck: bounds what is derived and kept.
inline constexpr std::size_t kGeneratorsMax = 1024;

}  // namespace fairdeal::crypto
