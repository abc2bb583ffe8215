#pragma once

#include "base/rng.h"
#include "crypto/deck.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// A secret order of n things. Everything done with it touches all n of them in an order that n
/// fixes, so neither time nor addresses tell where one went.
class Permutation {
 public:
  /// Uniform: Fisher and Yates with draws by rejection. Cost: n² small steps.
  static Permutation random(std::size_t n, Rng& rng);
  /// order[j] is where the j-th comes from. For orders that are no secret: not oblivious. Requires
  /// a permutation (CHECKed).
  static Permutation of(std::span<const std::uint32_t> order);

  std::size_t size() const { return order_.size(); }
  /// π(j), as a secret value.
  const Secrets<std::uint32_t>& order() const { return order_; }
  /// out[j] = in[π(j)]. Cost: n (lg n)²/4 swaps, see sorting_network.h.
  Secrets<Scalar> apply(std::span<const Scalar> in) const;
  Deck apply(const Deck& in) const;

 private:
  Secrets<std::uint32_t> order_;
};

/// What a shuffler must never tell: out_j = in_π(j) + (r_j·G, r_j·X).
struct ShuffleWitness {
  Permutation permutation;
  Secrets<Scalar> masks;  // r
};

/// Draws a witness for n cards: an order, then n masks, none zero.
ShuffleWitness draw_shuffle(std::size_t n, Rng& rng);

/// The multiplications of a shuffle under the joint key X, made before there is a deck: (r_j·G,
/// r_j·X). As secret as the order, which they and the two decks tell. Cost: 2n multiplications.
Secrets<MaskedCard> prepare_masks(const Point& X, const ShuffleWitness& witness);
/// `deck` permuted and masked anew, by `masks` prepared from `witness`. Cost: 2n additions.
Deck shuffle(const Deck& deck, const Secrets<MaskedCard>& masks, const ShuffleWitness& witness);

}  // namespace fairdeal::crypto
