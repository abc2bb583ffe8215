#pragma once

#include "base/rng.h"
#include "crypto/curve/point.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// Randomness in one round: S_i = x_i·coin_point(context) with a DleqProof; nobody can choose it or
/// predict it, and recovery can finish it without a seat that left. With one seat's share kept back
/// it is that seat's private coin, and that share later opens it.
/// (Cachin, Kursawe, Shoup, "Random Oracles in Constantinople", PODC 2000.)

/// The 64 bytes that `sum` = Σ S_i makes.
ByteArray<64> coin_value(ByteSpan context, const Point& sum);

/// Numbers from 64 shared random bytes, the same for everybody: block k is SHA-512(bytes ‖ u64(k)),
/// and Rng::below rejects what would be unfair.
class SharedRng final : public Rng {
 public:
  explicit SharedRng(const ByteArray<64>& value) : value_(value) {}
  void fill(std::span<std::byte> out) override;

 private:
  Secret<ByteArray<64>> value_;  // of a private roll, or of what a proof is made with
  Secret<ByteArray<64>> block_;
  std::size_t used_ = sizeof(ByteArray<64>);
  std::uint64_t next_ = 0;
};

}  // namespace fairdeal::crypto
