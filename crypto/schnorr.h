#pragma once

#include <array>

#include "crypto/batch.h"
#include "crypto/secret.h"
#include "crypto/transcript.h"

namespace fairdeal::crypto {

/// A proof that its author knows x with X = x·G. Without it a seat could show a function of the
/// others' keys as its own (a rogue key), and so choose the joint key.
///
/// Source: Schnorr, "Efficient Signature Generation by Smart Cards", J. Cryptology 1991;
/// non-interactive over a Transcript "key". Notes: docs/proofs.md#schnorr.
struct KeyProof {
  static constexpr std::size_t kBytes = 64;
  Point R;   // commitment r·G
  Scalar s;  // r + c·x

  /// Returns 64 bytes: R, s.
  ByteArray<kBytes> encode() const;
  /// Decodes a proof; O is refused as R. Errors: not_canonical.
  static Result<KeyProof> decode(std::span<const std::byte, kBytes> bytes);
};

/// Proves knowledge of `x`. Cost: 2 multiplications of the base.
KeyProof prove_key(const Secret<Scalar>& x, ByteSpan context, Rng& rng);

/// Returns the equations that hold if the owner of X knows its logarithm. Errors: bad_proof (X =
/// O).
Result<Equations> key_equations(const Point& X, const KeyProof& proof, ByteSpan context);

/// Returns the joint key X = Σ X_i. Requires that each key is proved. Errors: bad_proof (the sum is
/// O).
Result<Point> joint_key(std::span<const Point> keys);

}  // namespace fairdeal::crypto
