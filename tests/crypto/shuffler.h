#pragma once

#include <functional>
#include <string>
#include <vector>

#include "crypto/shuffle_proof.h"
#include "tests/crypto/second_verifier.h"

namespace fairdeal::crypto {

/// A shuffler who follows docs/cards.md, section 7, with numbers of its own choice: honest() makes
/// prove_shuffle's proof bit for bit, anything else is a cheat.
struct Shuffler {
  std::vector<Scalar> committed;  ///< what C commits to; honest: π(j) + 1
  std::vector<Scalar> masks;      ///< honest: the r_j of the deck
  /// The hidden part of f_j = answer_j + d_j; honest: t_π(j).
  std::function<std::vector<Scalar>(std::span<const Scalar> t)> answer;
  bool bend_product = false;  ///< see bend()

  static Shuffler honest(const ShuffleWitness& witness);
  ShuffleProof prove(const ShuffleStatement& statement, ByteSpan context, Rng& rng) const;
};

/// Chooses the last h so that the scalars of `proof` agree, though the commitments then do not.
void bend(ShuffleProof& proof, const second::Challenges& challenges);

/// Challenges of a verifier who flips coins.
second::Challenges coins(std::size_t n, Rng& rng);

/// A proof of any statement at all, for challenges known beforehand: each commitment is what its
/// equation leaves. So a real proof tells nothing, and all its worth is in the transcript.
ShuffleProof simulate(const ShuffleStatement& statement, const second::Challenges& challenges,
                      Rng& rng);

/// A deck that is no shuffle of `in`, or a proof of another one, with the best argument for it.
struct Lie {
  std::string name;
  Deck out;
  Shuffler shuffler;
};

/// One of each kind, told by a shuffler who holds `witness` (n ≥ 2).
std::vector<Lie> lies(const Deck& in, const Point& X, const ShuffleWitness& witness);

}  // namespace fairdeal::crypto
