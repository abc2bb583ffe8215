#pragma once

#include <vector>

#include "crypto/batch.h"
#include "crypto/shuffle.h"
#include "crypto/transcript.h"

namespace fairdeal::crypto {

/// Proof that one deck is another, permuted and masked anew, without saying how.
///
///   statement  (X, in, out), n ≥ 2 cards    witness  π, r with out_j = in_π(j) + (r_j·G, r_j·X)
///
/// At most kGeneratorsMax cards. A card of `out` is never face up, and none is one of `in`.
///
/// Source: Groth, "A Verifiable Secret Shuffle of Homomorphic Encryptions", J. Cryptology 2010;
/// the steps are those of docs/proofs.md#shuffle, in the same letters.
struct ShuffleStatement {
  Point X;  // the joint key
  const Deck& in;
  const Deck& out;
};

struct ShuffleProof {
  Point C, D, E_A, E_B;   // commitments to π, to the d_j, and to what they do to the deck
  std::vector<Scalar> f;  // n: t_π(j) + d_j
  Scalar Z;
  Point U, V, W;          // commitments of the argument that a product is known
  std::vector<Scalar> g;  // n
  Scalar z;
  std::vector<Scalar> h;  // n − 1
  Scalar z_h;

  static constexpr std::size_t bytes(std::size_t n) { return 32 * (3 * n + 9); }

  /// In the order of the fields: 32(3n + 9) bytes.
  Bytes encode() const;
  /// Errors: not_canonical; among them a length that is not exactly that of n cards, and O, which
  /// is no commitment.
  static Result<ShuffleProof> decode(ByteSpan bytes, std::size_t n);
};

/// Proves `statement` with `witness`. Requires that it holds. Cost: about 7n multiplications.
ShuffleProof prove_shuffle(const ShuffleStatement& statement, const ShuffleWitness& witness,
                           ByteSpan context, Rng& rng);

/// What hides the witness in a proof; the letters are docs/proofs.md's.
struct ShuffleNonces {
  Secret<Scalar> rho, rho_d, R_d, rho_u, rho_v, rho_w;
  Secrets<Scalar> d, u, Delta;
};
/// What of a proof no deck is in.
struct ShuffleCommitments {
  Point C, D, U, V;
};
/// A shuffle made before there is a deck: the order, the masks, and what of the proof they alone
/// are in. For one deck: two that are shuffled alike tell the order, and two proofs with the same
/// nonces tell the rest.
struct PreparedShuffle {
  ShuffleWitness witness;
  Secrets<MaskedCard> masks;
  ShuffleNonces nonces;
  ShuffleCommitments commitments;
};
/// For n cards under the joint key X. `rng` is hedged (hedged_rng.h) with all that is known before
/// the deck is. Cost: about 6n multiplications.
PreparedShuffle prepare_shuffle(std::size_t n, const Point& X, Rng& rng);

struct ProvedShuffle {
  Deck deck;
  ShuffleProof proof;
};
/// `deck` as prepared, which is used up, and its proof. Requires the X and the number of cards that
/// it was prepared for (CHECKed: the number). Cost: 2n additions and about 3n multiplications.
ProvedShuffle shuffle_and_prove(PreparedShuffle prepared, const Point& X, const Deck& deck,
                                ByteSpan context);

/// What is left to check once the scalars agree: four equations over 5n + 10 points.
/// Errors: bad_proof (decks of other lengths, a card not masked or not masked anew, the product
/// argument).
Result<Equations> shuffle_equations(const ShuffleStatement& statement, const ShuffleProof& proof,
                                    ByteSpan context);

}  // namespace fairdeal::crypto
