#pragma once

#include "crypto/among.h"
#include "crypto/shuffle_proof.h"

namespace fairdeal::crypto {

/// A proof that a claim holds of some of a seat's hidden cards, which does not tell of which ones.
/// The author lays a copy of its n ≥ 2 cards in an order of its choice, masks them anew under its
/// own key X, and proves that shuffle. It then proves the claim of the first cards of the copy,
/// which is thrown away after that.
///
///   statement  (claim, X, cards) as in among.h, but with at least as many cards as the claim has
///
/// The claim has no grounds. For one card the proof is that of among.h.
struct SomeProof {
  Deck copy;  // n cards
  ShuffleProof shuffle;
  PickProof claim;

  /// Returns the length for n cards and a claim with q indices of m bits.
  static constexpr std::size_t bytes(std::size_t n, std::size_t q, std::size_t m) {
    return MaskedCard::kBytes * n + ShuffleProof::bytes(n) + PickProof::bytes(q, m);
  }

  /// Returns the copy and the two proofs, one after another.
  Bytes encode() const;
  /// Decodes the proof of a claim about some of n cards. Errors: not_canonical (also for another
  /// length).
  static Result<SomeProof> decode(ByteSpan bytes, std::size_t n, const Claim& claim);
};

/// An order of a hand, and the indices of the entries that hold of its first cards.
struct ClaimedOrder {
  Secrets<std::uint32_t> order;
  Secrets<std::uint32_t> indices;
};
/// Returns an order of n cards with these faces such that the claim holds of the first ones; or
/// none. Each choice takes the first cards left of which one of its entries holds. So if choices
/// have the same faces or none in common, an order is found where there is one. It tries all lists
/// of as many cards as a choice names, under masks, and so takes a time that does not depend on the
/// faces; it finds none if there are more than kOrderSearchMax comparisons to make. Requires at
/// least as many cards as the claim has, and no grounds (CHECKed).
std::optional<ClaimedOrder> order_for(const Claim& claim, const Secrets<std::uint32_t>& faces);
/// Allows three cards of thirteen to be one of 2,197 rows.
inline constexpr std::size_t kOrderSearchMax = 1UL << 24;

/// Proves that the claim holds of the cards order[0], order[1] …, by the entries of these indices.
/// `rng` must be hedged (hedged_rng.h). Requires n ≥ 2
/// cards, at least as many as the claim has, an order of all of them, and no grounds (CHECKed).
/// Cost: that of a shuffle with its proof, and that of prove_among.
SomeProof prove_some(const AmongStatement& statement, ClaimedOrder hand, const Secret<Scalar>& x,
                     ByteSpan context, Rng& rng);

/// Returns the equations that hold if the proof is right. Errors: bad_proof (a copy of another
/// number of cards); rules (a claim with grounds or about more cards); those of shuffle_equations
/// and among_equations.
Result<Equations> some_equations(const AmongStatement& statement, const SomeProof& proof,
                                 ByteSpan context);

}  // namespace fairdeal::crypto
