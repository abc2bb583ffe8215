#pragma once

#include "crypto/batch.h"
#include "crypto/secret.h"
#include "crypto/transcript.h"

namespace fairdeal::crypto {

/// The statement that X = x·G and D_k = x·A_k for every k, with one secret x. Its proof shows that
/// a decryption share, a coin share or a recovery share was made with its author's key.
///
/// Source: Chaum and Pedersen, "Wallet Databases with Observers", CRYPTO '92; the list is folded by
/// random weights as in RFC 9497, 2.2; non-interactive over a Transcript "dleq". Notes:
/// docs/proofs.md#dleq.
struct DleqStatement {
  Point X;
  std::span<const Point> A;  // K ≥ 1 points
  std::span<const Point> D;  // as many
};

struct DleqProof {
  static constexpr std::size_t kBytes = 96;  // whatever K is
  Point R1, R2;                              // r·G and r·M, M = Σ w_k·A_k
  Scalar s;                                  // r + c·x

  /// Returns 96 bytes: R1, R2, s.
  ByteArray<kBytes> encode() const;
  /// Decodes a proof. O is refused as R1 and as R2: an honest prover would draw it only with r = 0,
  /// or where every A_k is O and there is nothing to prove. Errors: not_canonical.
  static Result<DleqProof> decode(std::span<const std::byte, kBytes> bytes);
};

/// Proves `statement` with `x`. Requires K ≥ 1 and lists of equal length (CHECKed).
/// Cost: K + 2 multiplications.
DleqProof prove_dleq(const DleqStatement& statement, const Secret<Scalar>& x, ByteSpan context,
                     Rng& rng);
/// Does the same with a nonce r that was drawn before. It takes `r` by value, so that it is used
/// up: two proofs with one nonce tell x.
DleqProof prove_dleq(const DleqStatement& statement, const Secret<Scalar>& x, Secret<Scalar> r,
                     ByteSpan context);

/// Returns the equations that hold if the proof is right. `about` says what is wrong if they do
/// not; it must be a literal. Errors: bad_proof (no points, lists of different lengths).
Result<Equations> dleq_equations(const DleqStatement& statement, const DleqProof& proof,
                                 ByteSpan context,
                                 std::string_view about = "shares: proof of equal logarithms");

}  // namespace fairdeal::crypto
