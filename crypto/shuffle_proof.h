#pragma once

#include <vector>

#include "crypto/batch.h"
#include "crypto/shuffle.h"
#include "crypto/transcript.h"

namespace fairdeal::crypto {

/// A proof that one deck is another, permuted and masked anew; it does not tell how.
///
///   statement  (X, in, out), n ≥ 2 cards    witness  π, r with out_j = in_π(j) + (r_j·G, r_j·X)
///
/// At most kGeneratorsMax cards. No card of `out` is face up or equals a card of `in`: that would
/// be a true statement, but everybody could follow the card.
///
/// Source: Groth, "A Verifiable Secret Shuffle of Homomorphic Encryptions", J. Cryptology 2010;
/// the steps are those of docs/proofs.md#shuffle, in the same letters.
struct ShuffleStatement {
  Point X;  // the joint key
  const Deck& in;
  const Deck& out;
};

struct ShuffleProof {
  Point C, D, E_A, E_B;   // commitments to π and to the d_j; Σ −d_j·(A'_j, B'_j), blinded
  std::vector<Scalar> f;  // n: t_π(j) + d_j
  Scalar Z;
  Point U, V, W;          // commitments of the product argument
  std::vector<Scalar> g;  // n
  Scalar z;
  std::vector<Scalar> h;  // n − 1
  Scalar z_h;

  static constexpr std::size_t bytes(std::size_t n) { return 32 * (3 * n + 9); }

  /// Returns the fields in their order: 32(3n + 9) bytes.
  Bytes encode() const;
  /// Decodes the proof of a shuffle of n cards; O is refused as a commitment. Errors: not_canonical
  /// (also for another length).
  static Result<ShuffleProof> decode(ByteSpan bytes, std::size_t n);
};

/// Proves `statement` with `witness`. Requires that it holds. Cost: about 7n multiplications.
ShuffleProof prove_shuffle(const ShuffleStatement& statement, const ShuffleWitness& witness,
                           ByteSpan context, Rng& rng);

/// The nonces that hide the witness in a proof; the letters are those of docs/cards.md, section 7.
/// For one card there is only rho, the nonce of the proof of its mask (remask.h).
struct ShuffleNonces {
  Secret<Scalar> rho, rho_d, R_d, rho_u, rho_v, rho_w;
  Secrets<Scalar> d, u, Delta;
};
/// The commitments of a proof that do not depend on the deck.
struct ShuffleCommitments {
  Point C, D, U, V;
};
/// A shuffle prepared before there is a deck: the order, the masks, and the part of the proof that
/// depends on them alone. It must be used for one deck only: two decks shuffled with the same masks
/// tell the order, and so do two proofs with the same d_j, since f_j − f'_j = t_π(j) − t'_π(j).
struct PreparedShuffle {
  ShuffleWitness witness;
  Secrets<MaskedCard> masks;
  ShuffleNonces nonces;
  ShuffleCommitments commitments;
};
/// Prepares a shuffle of n ≥ 1 cards under the joint key X. `rng` must be hedged (hedged_rng.h)
/// with all that is known by then, since the deck is not. Cost: about 6n multiplications.
PreparedShuffle prepare_shuffle(std::size_t n, const Point& X, Rng& rng);

struct ProvedShuffle {
  Deck deck;
  ShuffleProof proof;
};
/// Shuffles `deck` as prepared and proves it. It takes `prepared` by value, so that it is used up.
/// Requires the X and the number of cards for which it was prepared (CHECKed: the number). Cost: 2n
/// additions and about 3n multiplications.
ProvedShuffle shuffle_and_prove(PreparedShuffle prepared, const Point& X, const Deck& deck,
                                ByteSpan context);

/// Verifies a shuffle, first half: checks all that concerns scalars alone, and returns the four
/// equations over 5n + 10 points that hold if the rest is right too (check() of batch.h). Errors:
/// bad_proof (decks of other lengths, a card not masked or not masked anew, the product argument).
Result<Equations> shuffle_equations(const ShuffleStatement& statement, const ShuffleProof& proof,
                                    ByteSpan context);

}  // namespace fairdeal::crypto
