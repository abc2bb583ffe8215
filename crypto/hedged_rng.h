#pragma once

#include "base/rng.h"
#include "crypto/hash.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// The randomness of a proof, a commitment or a shuffle: statement, witness and 32 bytes of
/// `source`, hashed together. Even if the source repeats itself (a snapshot restored, a broken
/// generator), another statement gets other draws, and none can be guessed without the witness
/// (after merlin's witness-bound generator and RFC 8032's deterministic nonces). `statement` is all
/// that they will be for, its context included: two proofs that differ only in what is left out of
/// it would share their nonces. For a commitment the witness is its author's masking key.
class HedgedRng final : public Rng {
 public:
  HedgedRng(ByteSpan statement, ByteSpan witness, Rng& source);
  HedgedRng(HedgedRng&&) = delete;  // what is moved from would go on with a key of zeros
  void fill(std::span<std::byte> out) override;

 private:
  Secret<ByteArray<64>> key_;
  std::uint64_t block_ = 0;
};

}  // namespace fairdeal::crypto
