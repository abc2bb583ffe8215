#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "crypto/curve/edwards.h"
#include "crypto/curve/scalar.h"

namespace fairdeal::crypto {

/// An element of ristretto255 (RFC 9496), written additively. Always valid; the identity is one.
/// All operations take constant time.
///
/// Kept decoded, since sums cost thirty times less than decoding and encoding do. Implemented by
/// crypto/curve/point.cc and, for exhaustive tests, by tests/toy/group_toy.cc, which keeps bytes
/// only.
class Point {
 public:
  static constexpr std::size_t kBytes = 32;

  Point() = default;  ///< the identity O
  static const Point& base();

  /// The one encoding of each element. Errors: not_canonical. Accepts O: callers that must not have
  /// it say so, or use decode_nonzero.
  static Result<Point> decode(std::span<const std::byte, kBytes> bytes);
  /// The same without O.
  static Result<Point> decode_nonzero(std::span<const std::byte, kBytes> bytes);
  /// One after the other, O among them: several at a time, where the processor can. Requires whole
  /// encodings (CHECKed).
  static Result<std::vector<Point>> decode_all(ByteSpan bytes);
  /// Free for what was decoded or kept; otherwise a square root.
  ByteArray<kBytes> encode() const;

  /// The one-way map of RFC 9496, 4.3.4: 64 uniform bytes to a point nobody knows a logarithm of.
  static Point from_uniform(std::span<const std::byte, 64> bytes);

  bool is_identity() const;

  friend Point operator+(const Point& a, const Point& b);
  friend Point operator-(const Point& a, const Point& b);
  friend Point operator-(const Point& a);
  friend bool operator==(const Point& a, const Point& b);

  /// An order of how points are kept: copies stand together. Points that are equal but were
  /// computed in other ways may not. Variable time.
  bool stored_before(const Point& other) const {
    return std::memcmp(static_cast<const void*>(this), &other, sizeof *this) < 0;
  }

 private:
  friend struct Coordinates;

  Extended<Field> at_;
  ByteArray<kBytes> encoding_{};  // if it is known
  std::uint64_t encoded_ = 1;     // whether it is: no secret, it tells where a point came from
};

/// k·P, by the sums of msm.cc.
Point operator*(const Scalar& k, const Point& P);
/// k·G, by its table in msm.cc.
Point mul_base(const Scalar& k);

/// The encodings of all: several at a time, where the processor can.
std::vector<ByteArray<Point::kBytes>> encode_all(std::span<const Point> points);
/// Computes those encodings that are not known; encode() is free from then on.
void keep_encodings(std::span<Point> points);

}  // namespace fairdeal::crypto
