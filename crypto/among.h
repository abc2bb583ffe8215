#pragma once

#include "crypto/claim.h"
#include "crypto/pick.h"

namespace fairdeal::crypto {

/// A proof that a claim holds of hidden cards that were dealt to the author. A card is (A, B'),
/// where B' is B less the proved decryption shares of everybody else: M + x·A. So the proof needs
/// no secret but the author's key.
///
///   statement  (claim, X, cards), X ≠ O     witness  x, i_s with X = x·G, and B'_j − x·A_j the
///   face
///                                                    that the picked entries or the ground say
///
/// The cards must be known to be faces, as dealt ones are: otherwise two entries that name one card
/// could add up (docs/decks.md#among).
struct AmongStatement {
  const Claim& claim;
  Point X;  // the author's key
  const Deck& cards;
};

/// Proves a claim with the indices of the entries that hold (Claim::indices) and the author's key.
/// `rng` must be hedged (hedged_rng.h). Requires a card for each of the claim's, and an index for
/// each choice (CHECKed). Cost: that of finish_pick.
PickProof prove_among(const AmongStatement& statement, Secrets<std::uint32_t> indices,
                      const Secret<Scalar>& x, ByteSpan context, Rng& rng);

/// Returns the equations that hold if the claim does. Errors: bad_proof (a proof of other numbers);
/// rules (another number of cards, or one that lies open: the statement is the verifier's own).
Result<Equations> among_equations(const AmongStatement& statement, const PickProof& proof,
                                  ByteSpan context);

}  // namespace fairdeal::crypto
