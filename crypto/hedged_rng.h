#pragma once

#include "base/rng.h"
#include "crypto/hash.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// The randomness of a proof, a commitment or a shuffle. Its key is a hash of the statement, the
/// witness and 32 bytes of `source`.
///
/// Why it is hedged: a nonce used for two challenges tells the witness, and so does one that can be
/// guessed. If the source repeats itself (a snapshot is restored, a generator is broken), another
/// statement still gets other draws; and whoever knows all that the source gave cannot compute the
/// draws without the witness. (After merlin's witness-bound generator and the deterministic nonces
/// of RFC 8032.)
///
/// `statement` must say all that the draws are for, its context included: two proofs that differ
/// only in what it leaves out would share their nonces. `witness` is a secret of the author.
class HedgedRng final : public Rng {
 public:
  HedgedRng(ByteSpan statement, ByteSpan witness, Rng& source);
  HedgedRng(HedgedRng&&) = delete;  // the one moved from would go on with a key of zeros
  void fill(std::span<std::byte> out) override;

 private:
  Secret<ByteArray<64>> key_;
  std::uint64_t block_ = 0;
};

}  // namespace fairdeal::crypto
