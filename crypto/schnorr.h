#pragma once

#include <array>

#include "crypto/batch.h"
#include "crypto/secret.h"
#include "crypto/transcript.h"

namespace fairdeal::crypto {

/// Proof of knowing x with X = x·G: a seat's masking key is its own, not a function of the others'
/// (a rogue key).
///
/// Source: Schnorr, "Efficient Signature Generation by Smart Cards", J. Cryptology 1991;
/// non-interactive over a Transcript "key". Notes: docs/proofs.md#schnorr.
struct KeyProof {
  static constexpr std::size_t kBytes = 64;
  Point R;   // commitment r·G
  Scalar s;  // r + c·x

  /// R, s.
  ByteArray<kBytes> encode() const;
  /// Errors: not_canonical; O is no commitment.
  static Result<KeyProof> decode(std::span<const std::byte, kBytes> bytes);
};

/// Proves knowledge of `x`. Cost: 2 multiplications of the base.
KeyProof prove_key(const Secret<Scalar>& x, ByteSpan context, Rng& rng);

/// What is left to check of `proof` that X's owner knows its logarithm. Errors: bad_proof (X = O).
Result<Equations> key_equations(const Point& X, const KeyProof& proof, ByteSpan context);

/// The joint key X = Σ X_i of all seats' keys, each proved. Errors: bad_proof (the sum is O).
Result<Point> joint_key(std::span<const Point> keys);

}  // namespace fairdeal::crypto
