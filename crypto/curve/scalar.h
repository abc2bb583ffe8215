#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "base/result.h"
#include "base/rng.h"

namespace fairdeal::crypto {

/// An integer modulo ℓ = 2^252 + 27742317777372353535851937790883648493, the order of ristretto255
/// (RFC 9496, section 4). Always reduced. All operations take constant time.
///
/// Implemented by crypto/curve/scalar.cc and, for exhaustive tests, by tests/toy/group_toy.cc.
class Scalar {
 public:
  static constexpr std::size_t kBytes = 32;

  Scalar() = default;  ///< zero
  static Scalar from_u64(std::uint64_t value);
  /// 16 bytes, little-endian: the weights of a batch.
  static Scalar from_u128(std::span<const std::byte, 16> bytes);
  /// 64 bytes, little-endian, reduced modulo ℓ: uniform if they are.
  static Scalar wide(std::span<const std::byte, 64> bytes);
  /// Uniform; draws 64 bytes.
  static Scalar random(Rng& rng);
  /// Uniform and not zero.
  static Scalar random_nonzero(Rng& rng);

  /// 32 bytes, little-endian, below ℓ. Errors: not_canonical.
  static Result<Scalar> decode(std::span<const std::byte, kBytes> bytes);
  ByteArray<kBytes> encode() const { return bytes_; }

  bool is_zero() const;
  /// 1/x; x is not zero (CHECKed).
  Scalar inverse() const;

  friend Scalar operator+(const Scalar& a, const Scalar& b);
  friend Scalar operator-(const Scalar& a, const Scalar& b);
  friend Scalar operator*(const Scalar& a, const Scalar& b);
  friend Scalar operator-(const Scalar& a);
  friend bool operator==(const Scalar& a, const Scalar& b);

 private:
  friend struct ScalarWords;

  ByteArray<kBytes> bytes_{};
};

}  // namespace fairdeal::crypto
