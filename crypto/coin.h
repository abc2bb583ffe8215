#pragma once

#include "base/rng.h"
#include "crypto/curve/point.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {

/// The coin: shared randomness in one round. Each seat i shows S_i = x_i·coin_point(context) with a
/// DleqProof. Nobody can choose the coin, since its key determines each share before anybody
/// speaks; nobody can predict it while an honest share is missing; and recovery can finish it
/// without a seat that left. If one seat keeps its share back, the coin is private to that seat
/// until it shows it.
///
/// Source: Cachin, Kursawe, Shoup, "Random Oracles in Constantinople", PODC 2000. Notes:
/// docs/proofs.md#coin.

/// Returns the 64 random bytes of the coin whose shares have the sum `sum` = Σ S_i.
ByteArray<64> coin_value(ByteSpan context, const Point& sum);

/// A generator that everybody can run with the same result: it stretches 64 shared random bytes.
/// Block k of its output is SHA-512(bytes ‖ u64(k)), and Rng::below makes unbiased numbers of it.
class SharedRng final : public Rng {
 public:
  explicit SharedRng(const ByteArray<64>& value) : value_(value) {}
  void fill(std::span<std::byte> out) override;

 private:
  Secret<ByteArray<64>> value_;  // secret if the roll is private, or a proof is drawn from it
  Secret<ByteArray<64>> block_;
  std::size_t used_ = sizeof(ByteArray<64>);
  std::uint64_t next_ = 0;
};

}  // namespace fairdeal::crypto
