#pragma once

#include "crypto/schnorr.h"

namespace fairdeal::crypto {

/// A scalar that only one seat can read, though everybody carries it: hashed ElGamal over our group
/// (ECIES), so that a receiver who complains can open it to all by showing K = y·E with a
/// DleqProof. Whoever encrypted it proves to know e, or else it could put the E of another's share
/// here, provoke a complaint, and have the receiver open that share to everybody.
struct EncryptedScalar {
  static constexpr std::size_t kBytes = 32 + KeyProof::kBytes + 32 + 16;
  Point E;                   // e·G
  KeyProof known;            // that the sender knows e
  ByteArray<48> ciphertext;  // ChaCha20-Poly1305 of the scalar under a key from K = e·Y

  /// E, known, ciphertext.
  ByteArray<kBytes> encode() const;
  /// Errors: not_canonical.
  static Result<EncryptedScalar> decode(std::span<const std::byte, kBytes> bytes);
};

/// Encrypts `value` to the owner of Y = y·G, which is not O (CHECKed); `context` names the sender.
EncryptedScalar encrypt(const Secret<Scalar>& value, const Point& Y, ByteSpan context, Rng& rng);

/// What is left to check of the proof that the sender knows e. All check it when an encrypted share
/// arrives: one that fails is refused, and nobody complains of it, for only then does a K tell
/// nothing its sender could not. Errors: bad_proof (E is the identity).
Result<Equations> encryption_equations(const EncryptedScalar& encrypted, ByteSpan context);

/// Opens with K = y·E. Requires that encryption_equations hold. Errors: not_canonical (not
/// encrypted to this key, altered, or no scalar inside).
Result<Secret<Scalar>> decrypt(const EncryptedScalar& encrypted, const Point& Y,
                               const Secret<Point>& K, ByteSpan context);

}  // namespace fairdeal::crypto
