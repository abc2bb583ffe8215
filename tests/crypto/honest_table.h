#pragma once

#include <vector>

#include "base/seeded_rng.h"
#include "crypto/dleq.h"
#include "crypto/schnorr.h"
#include "crypto/shuffle_proof.h"

namespace fairdeal::crypto {

/// Returns the face under a card's locks, given every seat's decryption share.
inline Point decrypted(const MaskedCard& card, std::span<const Point> shares) {
  Point M = card.B;
  for (const Point& share : shares) M = M - share;
  return M;
}

/// A table at which everybody is honest, from a seed: each seat has its key, and the deck `in`,
/// shuffled once already, becomes `out` by seat 0's shuffle. Tests bend one thing of it.
struct HonestTable {
  explicit HonestTable(std::uint64_t seed, std::size_t cards = 5, std::uint32_t seats = 3)
      : rng(seed) {
    for (std::uint32_t i = 0; i < seats; ++i) {
      x.emplace_back(Scalar::random_nonzero(rng));
      X.push_back(mul_base(x.back().expose()));
    }
    joint = *joint_key(X);
    rng.fill(place.table.bytes);
    place.step = Step(seed);
    for (std::uint32_t k = 0; k < cards; ++k) faces.push_back(Face(k));
    witness = draw_shuffle(cards, rng);
    in = shuffle(plain_deck(faces), prepare_masks(joint, witness), witness);
    witness = draw_shuffle(cards, rng);
    out = shuffle(in, prepare_masks(joint, witness), witness);
  }

  Bytes context(Purpose purpose, std::uint32_t seat = 0) const {
    return crypto::context(place, Seat(seat), purpose);
  }

  KeyProof key_proof(std::uint32_t seat) {
    return prove_key(x[seat], context(Purpose::key, seat), rng);
  }
  Result<> check_key(std::uint32_t seat, const Point& key, const KeyProof& proof) {
    return check(key_equations(key, proof, context(Purpose::key, seat)), rng);
  }

  /// The points of `out` that seat decrypts: the A of every card.
  std::vector<Point> locked() const {
    std::vector<Point> A;
    for (const MaskedCard& card : out) A.push_back(card.A);
    return A;
  }
  std::vector<Point> shares(std::uint32_t seat) const {
    std::vector<Point> D;
    for (const MaskedCard& card : out) D.push_back(x[seat].expose() * card.A);
    return D;
  }
  DleqProof decryption_proof(std::uint32_t seat, std::span<const Point> A,
                             std::span<const Point> D) {
    return prove_dleq({X[seat], A, D}, x[seat], context(Purpose::decrypt, seat), rng);
  }
  Result<> check_decryption(std::uint32_t seat, std::span<const Point> A, std::span<const Point> D,
                            const DleqProof& proof) {
    return check(dleq_equations({X[seat], A, D}, proof, context(Purpose::decrypt, seat)), rng);
  }

  ShuffleStatement statement() const { return {joint, in, out}; }
  ShuffleProof shuffle_proof() {
    return prove_shuffle(statement(), witness, context(Purpose::shuffle), rng);
  }
  Result<> check_shuffle(const ShuffleStatement& shuffled, const ShuffleProof& proof) {
    return check(shuffle_equations(shuffled, proof, context(Purpose::shuffle)), rng);
  }

  SeededRng rng;
  Place place{};
  std::vector<Secret<Scalar>> x;
  std::vector<Point> X;
  Point joint;
  std::vector<Face> faces;
  Deck in, out;
  ShuffleWitness witness;
};

}  // namespace fairdeal::crypto
