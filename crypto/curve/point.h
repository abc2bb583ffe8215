#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "crypto/curve/edwards.h"
#include "crypto/curve/scalar.h"

namespace fairdeal::crypto {

/// An element of ristretto255 (RFC 9496), written additively. It is always valid, since bytes
/// become a Point only through decode and from_uniform; the identity O is a valid one. All
/// operations take constant time but for stored_before.
///
/// A Point keeps its coordinates, since an addition costs a thirtieth of decoding or encoding. It
/// is implemented by crypto/curve/point.cc and, for exhaustive tests, by tests/toy/group_toy.cc,
/// which keeps bytes only.
class Point {
 public:
  static constexpr std::size_t kBytes = 32;

  Point() = default;  ///< the identity O
  static const Point& base();

  /// Decodes an element. Each element has one encoding, and every other string is refused; so equal
  /// elements have equal bytes in hashes and signatures. O is accepted: callers that must refuse it
  /// use decode_nonzero or check. Errors: not_canonical.
  static Result<Point> decode(std::span<const std::byte, kBytes> bytes);
  /// Decodes an element other than O. Errors: not_canonical.
  static Result<Point> decode_nonzero(std::span<const std::byte, kBytes> bytes);
  /// Decodes elements that follow one another, O included, eight at a time where the processor can.
  /// Requires whole encodings (CHECKed). Errors: not_canonical.
  static Result<std::vector<Point>> decode_all(ByteSpan bytes);
  /// Returns the encoding. It is known if the point was decoded or keep_encodings computed it, and
  /// costs a square root otherwise.
  ByteArray<kBytes> encode() const;

  /// Maps 64 uniform bytes to a point whose logarithm nobody knows (RFC 9496, 4.3.4).
  static Point from_uniform(std::span<const std::byte, 64> bytes);

  bool is_identity() const;

  friend Point operator+(const Point& a, const Point& b);
  friend Point operator-(const Point& a, const Point& b);
  friend Point operator-(const Point& a);
  friend bool operator==(const Point& a, const Point& b);

  /// Returns whether this point comes before `other` in the order of their bytes in memory. Sorting
  /// by it brings copies of a point together; equal points that were computed in different ways may
  /// stay apart. Variable time.
  bool stored_before(const Point& other) const {
    return std::memcmp(static_cast<const void*>(this), &other, sizeof *this) < 0;
  }

 private:
  friend struct Coordinates;

  Extended<Field> at_;
  ByteArray<kBytes> encoding_{};  // the encoding, if it is known
  std::uint64_t encoded_ = 1;  // whether it is; no secret, as it depends on how the point was made
};

/// Returns k·P in constant time. Defined in msm.cc, as a sum of one product.
Point operator*(const Scalar& k, const Point& P);
/// Returns k·G in constant time. Defined in msm.cc, by the table of G.
Point mul_base(const Scalar& k);

/// Returns the encodings of all points, computing eight at a time where the processor can.
std::vector<ByteArray<Point::kBytes>> encode_all(std::span<const Point> points);
/// Computes the encodings that are not known and keeps them in the points.
void keep_encodings(std::span<Point> points);

}  // namespace fairdeal::crypto
