#pragma once

#include "crypto/dleq.h"
#include "crypto/shuffle_proof.h"

namespace fairdeal::crypto {

/// A proof that one card is another under a fresh mask, so that both have the same face. It is the
/// proof of a shuffle of one card, and of a copy.
///
///   statement  (X, in, out), out.A ≠ in.A, out.A ≠ O    witness  r with out = in + (r·G, r·X)
///
/// The proof is a DleqProof in which the mask is the secret: it shows that out.A − in.A = r·G and
/// out.B − in.B = r·X have one logarithm r, for the bases G and X. Notes: docs/cards.md, section 7.
struct RemaskStatement {
  Point X;  // the joint key
  const MaskedCard& in;
  const MaskedCard& out;
};

struct ProvedRemask {
  MaskedCard card;
  DleqProof proof;
};
/// Masks `card` anew with a mask from `rng`, and proves it. Requires a card with a mask. Cost: 4
/// multiplications.
ProvedRemask remask_and_prove(const MaskedCard& card, const Point& X, ByteSpan context, Rng& rng);
/// Does the same with a shuffle of one card that was prepared. It takes `prepared` by value, so
/// that it is used up. Requires the X for which it was prepared (CHECKed: that it is of one card).
ProvedRemask remask_and_prove(PreparedShuffle prepared, const MaskedCard& card, const Point& X,
                              ByteSpan context);

/// Returns the equations that hold if the proof is right. Errors: bad_proof (the card has no mask,
/// or its old one).
Result<Equations> remask_equations(const RemaskStatement& statement, const DleqProof& proof,
                                   ByteSpan context);

}  // namespace fairdeal::crypto
