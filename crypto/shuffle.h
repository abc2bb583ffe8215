#pragma once

#include "base/rng.h"
#include "crypto/deck.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// A secret order of n things. Every function of it reads and writes places in an order that n
/// alone determines, so that neither time nor addresses tell where a thing went.
class Permutation {
 public:
  /// Draws a uniform permutation, by Fisher and Yates' shuffle with draws by rejection. Each swap
  /// reads all places, since its address would be secret. Cost: n² small steps.
  static Permutation random(std::size_t n, Rng& rng);
  /// Makes the permutation in which the j-th thing comes from place order[j]. For public orders
  /// only: its addresses depend on them. Requires a permutation (CHECKed).
  static Permutation of(std::span<const std::uint32_t> order);
  /// Makes the same of an order that is secret. Requires a permutation (CHECKed, under masks).
  static Permutation chosen(Secrets<std::uint32_t> order);

  std::size_t size() const { return order_.size(); }
  /// Returns the secret values π(j).
  const Secrets<std::uint32_t>& order() const { return order_; }
  /// Returns out with out[j] = in[π(j)]. Cost: about n (lg n)²/4 swaps (sorting_network.h).
  Secrets<Scalar> apply(std::span<const Scalar> in) const;
  Deck apply(const Deck& in) const;

 private:
  Secrets<std::uint32_t> order_;
};

/// The secrets of a shuffle: π and r with out_j = in_π(j) + (r_j·G, r_j·X).
struct ShuffleWitness {
  Permutation permutation;
  Secrets<Scalar> masks;  // r
};

/// Draws n masks, none of which is zero, since zero would leave a card as it was.
Secrets<Scalar> draw_masks(std::size_t n, Rng& rng);
/// Draws a witness for n cards: an order, then n masks.
ShuffleWitness draw_shuffle(std::size_t n, Rng& rng);

/// Returns the pairs (r_j·G, r_j·X) under the joint key X. They can be made before there is a deck.
/// They are as secret as the order: out_j less its pair is the card that it was. Cost: 2n
/// multiplications.
Secrets<MaskedCard> prepare_masks(const Point& X, const ShuffleWitness& witness);
/// Returns `deck` permuted and masked anew, with the `masks` prepared from `witness`. Cost: 2n
/// additions.
Deck shuffle(const Deck& deck, const Secrets<MaskedCard>& masks, const ShuffleWitness& witness);

}  // namespace fairdeal::crypto
