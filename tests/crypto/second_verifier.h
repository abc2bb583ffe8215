#pragma once

#include <string>
#include <vector>

#include "crypto/dleq.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"

/// The three proofs checked a second time, straight from docs/cards.md: the transcript as a list of
/// what is said, and each equation by itself, without weights or batches.
namespace fairdeal::crypto::second {

/// The labels that reach the challenges. A verifier that is deaf to a label forgot to absorb it.
struct Hearing {
  std::string deaf_to{};             ///< a label that is left out; none if empty
  std::vector<std::string> heard{};  ///< every label said, in order; a challenge is "c?"
};

bool key_holds(const Point& X, const KeyProof& proof, ByteSpan context, Hearing& hearing);
bool dleq_holds(const DleqStatement& statement, const DleqProof& proof, ByteSpan context,
                Hearing& hearing);
bool shuffle_holds(const ShuffleStatement& statement, const ShuffleProof& proof, ByteSpan context,
                   Hearing& hearing);

/// A shuffle's challenges, and whether its equations hold for them, wherever they come from.
struct Challenges {
  std::vector<Scalar> t;
  Scalar lambda, x, e;
};
Challenges hear_shuffle(const ShuffleStatement& statement, const ShuffleProof& proof,
                        ByteSpan context, Hearing& hearing);
bool shuffle_equations_hold(const ShuffleStatement& statement, const ShuffleProof& proof,
                            const Challenges& challenges);

}  // namespace fairdeal::crypto::second
