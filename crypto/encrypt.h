#pragma once

#include "crypto/schnorr.h"

namespace fairdeal::crypto {

/// A scalar encrypted to one seat; its record shows the ciphertext to everybody. It is hashed
/// ElGamal over our group (ECIES), so that a receiver who complains can let all decrypt it: it
/// shows K = y·E with a DleqProof.
///
/// The sender proves that it knows e. Otherwise it could take the E of another dealer's share,
/// provoke a complaint, and have the receiver show the K that decrypts that other share.
///
/// Source: Abdalla, Bellare, Rogaway, "The Oracle Diffie–Hellman Assumptions and an Analysis of
/// DHIES", CT-RSA 2001. Notes: docs/proofs.md, Encrypted shares and complaints.
struct EncryptedScalar {
  static constexpr std::size_t kBytes = 32 + KeyProof::kBytes + 32 + 16;
  Point E;                   // e·G
  KeyProof known;            // proves that the sender knows e
  ByteArray<48> ciphertext;  // ChaCha20-Poly1305 of the scalar under a key from K = e·Y

  /// Returns 144 bytes: E, known, ciphertext.
  ByteArray<kBytes> encode() const;
  /// Decodes an encrypted scalar; O is refused as E. Errors: not_canonical.
  static Result<EncryptedScalar> decode(std::span<const std::byte, kBytes> bytes);
};

/// Encrypts `value` to the owner of Y = y·G. `context` names the sender and its place. Requires
/// that Y ≠ O (CHECKed).
EncryptedScalar encrypt(const Secret<Scalar>& value, const Point& Y, ByteSpan context, Rng& rng);

/// Returns the equations that hold if the sender knows e. All members check them when an encrypted
/// share arrives, and refuse one that fails instead of complaining about it. So whenever a receiver
/// shows K = e·Y, the sender could compute K itself, and the receiver reveals nothing to it.
/// Errors: bad_proof (E is the identity).
Result<Equations> encryption_equations(const EncryptedScalar& encrypted, ByteSpan context);

/// Decrypts with K = y·E. Requires that encryption_equations hold. Errors: not_canonical (it was
/// not encrypted to this key, was altered, or holds no scalar).
Result<Secret<Scalar>> decrypt(const EncryptedScalar& encrypted, const Point& Y,
                               const Secret<Point>& K, ByteSpan context);

}  // namespace fairdeal::crypto
