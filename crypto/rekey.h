#pragma once

#include "crypto/batch.h"
#include "crypto/deck.h"
#include "crypto/secret.h"
#include "crypto/transcript.h"

namespace fairdeal::crypto {

/// A proof that cards under one key are laid out under another, with the same faces. By it the
/// owner of a sealed collection brings its cards to a table.
///
///   statement  (Y, X, in, out), n ≥ 1 cards      witness  y, r with Y = y·G, A'_j = r_j·G and
///                                                         B'_j − B_j = r_j·X − y·A_j
///
/// Source: a proof of knowledge of a preimage of a linear map (Maurer, "Unifying Zero-Knowledge
/// Proofs of Knowledge", AFRICACRYPT 2009), with the cards folded by random weights as in dleq.h.
struct RekeyStatement {
  Point Y;  // the owner's key
  Point X;  // the joint key
  const Deck& in;
  const Deck& out;
};

struct RekeyProof {
  static constexpr std::size_t kBytes = 160;  // whatever n is
  Point R_Y, R_A, R_B;                        // a·G, b·G and b·X − a·Σ w_j·A_j
  Scalar s_a, s_b;                            // a + c·y and b + c·Σ w_j·r_j

  /// Returns 160 bytes, the fields in their order.
  ByteArray<kBytes> encode() const;
  /// Decodes a proof; O is refused. Errors: not_canonical.
  static Result<RekeyProof> decode(std::span<const std::byte, kBytes> bytes);
};

struct Rekeyed {
  Deck deck;
  RekeyProof proof;
};
/// Lays cards under y·G out under X, and proves it. `rng` must be hedged (hedged_rng.h). Requires a
/// card (CHECKed), and cards with a mask. Cost: 3n + 5 multiplications.
Rekeyed rekey_and_prove(const Deck& in, const Secret<Scalar>& y, const Point& X, ByteSpan context,
                        Rng& rng);

/// Returns the equations that hold if the proof is right. Errors: bad_proof (decks of other
/// lengths, a card without a mask).
Result<Equations> rekey_equations(const RekeyStatement& statement, const RekeyProof& proof,
                                  ByteSpan context);

}  // namespace fairdeal::crypto
