#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "base/result.h"
#include "base/rng.h"

namespace fairdeal::crypto {

/// An integer modulo ℓ = 2^252 + 27742317777372353535851937790883648493, the order of ristretto255
/// (RFC 9496, section 4). It is always below ℓ. All operations take constant time.
///
/// It is implemented by crypto/curve/scalar.cc and, for exhaustive tests, by
/// tests/toy/group_toy.cc.
class Scalar {
 public:
  static constexpr std::size_t kBytes = 32;

  Scalar() = default;  ///< zero
  static Scalar from_u64(std::uint64_t value);
  /// Reads 16 bytes, little-endian, such as a weight of a batch.
  static Scalar from_u128(std::span<const std::byte, 16> bytes);
  /// Reads 64 bytes, little-endian, modulo ℓ. Uniform bytes give a scalar that is uniform but for
  /// 2^-259: that is why hashes and draws have 64 bytes and not 32.
  static Scalar wide(std::span<const std::byte, 64> bytes);
  /// Draws 64 bytes and returns a uniform scalar.
  static Scalar random(Rng& rng);
  /// Returns a uniform scalar that is not zero. Its time tells only how often zero was drawn.
  static Scalar random_nonzero(Rng& rng);

  /// Decodes 32 bytes, little-endian, and refuses numbers from ℓ on, so that each scalar has one
  /// encoding. Errors: not_canonical.
  static Result<Scalar> decode(std::span<const std::byte, kBytes> bytes);
  ByteArray<kBytes> encode() const { return bytes_; }

  bool is_zero() const;
  /// Returns 1/x. Requires x ≠ 0 (CHECKed).
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
