#pragma once

#include <functional>
#include <vector>

#include "crypto/batch.h"
#include "crypto/deck.h"
#include "crypto/secret.h"
#include "crypto/transcript.h"

namespace fairdeal::crypto {

/// A proof that a public sum of cards is one entry of each of q public lists, under a mask; it does
/// not tell which entries.
///
///   statement  pairs of points T, P and E_s,i     witness  i_s and σ with T = Σ_s E_s,i_s + σ·P
///
/// T, P and the entries depend on weights that are drawn after the prover has committed to the
/// indices i_s. An index has m bits; a shorter list repeats its last entry up to 2^m. The proofs of
/// place.h, among.h and order.h are picks, each from lists of its own.
///
/// Source: after Groth and Kohlweiss, "One-out-of-Many Proofs", EUROCRYPT 2015, and Bootle,
/// Cerulli, Chaidos, Ghadafi, Groth, Petit, "Short Accountable Ring Signatures Based on DDH",
/// ESORICS 2015. The join of many lists in one sum is ours and was not reviewed from outside:
/// docs/decks.md#pick, whose letters these are.
struct PickProof {
  Point I, J, K, L;       // commitments to the bits δ, to the a, to a(1 − 2δ) and to −a²
  Deck Q;                 // m pairs: the lower coefficients of Σ_s Σ_i p_s,i(Y)·E_s,i, blinded
  std::vector<Scalar> f;  // q·m: δ_s,l·y + a_s,l, at s·m + l
  Scalar z_I, z_K, zeta;

  static constexpr std::size_t bytes(std::size_t q, std::size_t m) {
    return 32 * (q * m + 2 * m + 7);
  }

  /// Returns the fields in their order: 32(qm + 2m + 7) bytes.
  Bytes encode() const;
  /// Decodes a proof with q indices of m bits; O is refused. Errors: not_canonical (also for
  /// another length).
  static Result<PickProof> decode(ByteSpan bytes, std::size_t q, std::size_t m);
};

/// What T, P and the entries are, once the weights are known.
struct PickRow {
  /// A sum Σ scalars[i]·points[i] that is not computed yet.
  struct Sum {
    std::vector<Scalar> scalars;
    std::vector<Point> points;
    void add(const Scalar& k, const Point& p) {
      scalars.push_back(k);
      points.push_back(p);
    }
  };

  std::size_t m = 0;  ///< bits of an index
  Sum T_A, T_B;       ///< T
  Sum P_B;            ///< P = (G, P_B)
  /// The points that entries are sums of. `A` is empty if every entry has O as its first point;
  /// else A and B have equal lengths, and an entry has the same scalars on both sides.
  std::vector<Point> A, B;
  /// One scalar a choice, which all its entries have in common.
  std::vector<Scalar> scale;
  /// Adds Σ_i v_i·(E_s,i / scale_s) to the sums, one scalar for each point. There are 2^m values v,
  /// which already contain scale_s. A prover's are secret, so its time may depend on s alone.
  std::function<void(std::size_t s, std::span<const Scalar> v, std::span<Scalar> sums)> collect;
};

/// The secrets of a prover that has committed to its indices.
struct BegunPick {
  Secrets<std::uint32_t> indices;
  Secrets<Scalar> r;    // of I, J, K, L
  Secrets<Scalar> a;    // q·m
  Secrets<Scalar> rho;  // m
  PickProof proof;      // its first four points
};
/// Draws all that the proof needs and commits to the indices, each of m bits. Cost: about 4qm
/// multiplications.
BegunPick begin_pick(Secrets<std::uint32_t> indices, std::size_t m, Rng& rng);
/// Appends the commitments of `proof` to a transcript that holds the statement, and draws n
/// weights. They come after the commitments, so no prover can fit its indices to them.
std::vector<Scalar> draw_pick_weights(Transcript& transcript, const PickProof& proof,
                                      std::size_t n);
/// Returns Σ w_j·r_j, the mask of a weighted sum of cards.
Secret<Scalar> weighted(std::span<const Scalar> w, const Secrets<Scalar>& masks);
/// Completes a proof with the row of its weights. It takes `begun` by value, so that it is used up:
/// two answers to one commitment tell the indices. Cost: m multiplications for each point of the
/// row, and about q·m·2^m products of scalars.
PickProof finish_pick(BegunPick begun, const PickRow& row, const Secret<Scalar>& sigma,
                      Transcript& transcript);

/// Returns the four equations that hold if the proof is right. `about` must be a literal. Cost:
/// q·2^m products of scalars. Errors: bad_proof (other numbers of choices or bits).
Result<Equations> pick_equations(const PickRow& row, const PickProof& proof, Transcript& transcript,
                                 std::string_view about);

}  // namespace fairdeal::crypto
