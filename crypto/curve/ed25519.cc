#include "crypto/curve/ed25519.h"

#include <algorithm>

#include "crypto/curve/coordinates.h"
#include "crypto/curve/ifma/eight.h"
#include "crypto/curve/square_root.h"
#include "crypto/hash.h"

namespace fairdeal::crypto {
namespace {

using Bytes32 = std::span<const std::byte, 32>;

constexpr std::size_t kOften = 16, kOnce = 256;  // bits from one row of a key's table to the next
constexpr int kWidthOften = 6, kWidthOnce = 5, kWidthOfBase = 8;

const WnafTable& base_table() {
  // The base point of RFC 9496 is that of RFC 8032.
  static const WnafTable table(Coordinates::of(Point::base()), kOften, kWidthOfBase);
  return table;
}

/// Returns whether a point with this y has an order of 8 or less. Points of order 1 and 2 have y =
/// ±1, those of order 4 have y = 0. Twice a point of order 8 has y = 0, so the point has x² = −y²,
/// and with the curve's equation 2y² = 1 − d y⁴.
bool small_order(const Field& y) {
  const Field yy = square(y), one = Field::from_u64(1);
  const Field of_8 = (square(yy) * kD + yy + yy - one).carried();
  return (y * (yy - one).carried() * of_8).is_zero() != 0;
}

/// Returns the encoding of RFC 8032, 5.1.2.
ByteArray<32> encoded(const Extended<Field>& P) {
  const Field z_inverse = invert(P.Z);
  ByteArray<32> out = (P.Y * z_inverse).bytes();
  out[31] |= std::byte{0x80} & static_cast<std::byte>((P.X * z_inverse).is_negative());
  return out;
}

/// Decodes a point as in RFC 8032, 5.1.3, but refuses points of small order and y not below p. The
/// points that remain have x ≠ 0, so that the sign bit has one meaning and the encoding is unique.
std::optional<Extended<Field>> decoded(Bytes32 bytes) {
  const Field y = Field::from_bytes(bytes);
  const bool negative = (bytes[31] & std::byte{0x80}) != std::byte{0};
  ByteArray<32> canonical = y.bytes();
  if (negative) canonical[31] |= std::byte{0x80};
  if (!std::ranges::equal(canonical, bytes) || small_order(y)) return std::nullopt;
  const Field yy = square(y), one = Field::from_u64(1);
  const auto [was_square, root] =  // x² = (y² − 1) / (d y² + 1)
      sqrt_ratio_m1((yy - one).carried(), (yy * kD + one).carried());
  if (!was_square) return std::nullopt;
  const Field x = negative ? (-root).carried() : root;
  return Extended<Field>{x, y, one, x * y};
}

}  // namespace

Ed25519Key::Ed25519Key(Bytes32 key, Use use) : spacing_(use == Use::often ? kOften : kOnce) {
  std::ranges::copy(key, bytes_.begin());
  if (const auto A = decoded(key))
    minus_A_.emplace(-*A, spacing_, use == Use::often ? kWidthOften : kWidthOnce);
}

bool Ed25519Key::verify_vartime(ByteSpan message, ByteSpan signature) const {
  if (!minus_A_ || signature.size() != 64) return false;
  const Bytes32 R = signature.first<32>();
  const auto S = Scalar::decode(signature.last<32>());
  if (!S) return false;
  const Scalar h = Scalar::wide(sha512({R, bytes_, message}));
  const auto product = eight::available() ? double_product_four_vartime : double_product_vartime;
  const auto found = encoded(product(spacing_, h, *minus_A_, *S, base_table()));
  return std::ranges::equal(found, R) && !small_order(Field::from_bytes(R));
}

}  // namespace fairdeal::crypto
