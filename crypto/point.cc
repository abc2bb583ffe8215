#include "crypto/point.h"

#include <algorithm>
#include <sodium.h>

#include "base/check.h"
#include "base/encode.h"

namespace fairdeal::crypto {

const Point& Point::base() {
  static const Point kBase = mul_base(Scalar::from_u64(1));
  return kBase;
}

Result<Point> Point::decode(std::span<const std::byte, kBytes> bytes) {
  const bool top_bit = (bytes[kBytes - 1] & std::byte{0x80}) != std::byte{0};  // 1.0.18 ignores it
  if (top_bit || crypto_core_ristretto255_is_valid_point(uchars(bytes)) != 1)
    return fail(Fault::not_canonical, "point");
  Point p;
  std::copy(bytes.begin(), bytes.end(), p.bytes_.begin());
  return p;
}

Result<Point> Point::decode_nonzero(std::span<const std::byte, kBytes> bytes) {
  FD_TRY(const Point p, decode(bytes));
  if (p.is_identity()) return fail(Fault::not_canonical, "the identity, where it is not allowed");
  return p;
}

Point Point::from_uniform(std::span<const std::byte, 64> bytes) {
  Point p;
  crypto_core_ristretto255_from_hash(uchars(p.bytes_), uchars(bytes));
  return p;
}

bool Point::is_identity() const { return sodium_is_zero(uchars(bytes_), kBytes) == 1; }

Point operator+(const Point& a, const Point& b) {
  Point p;
  CHECK(crypto_core_ristretto255_add(uchars(p.bytes_), uchars(a.bytes_), uchars(b.bytes_)) == 0);
  return p;
}

Point operator-(const Point& a, const Point& b) {
  Point p;
  CHECK(crypto_core_ristretto255_sub(uchars(p.bytes_), uchars(a.bytes_), uchars(b.bytes_)) == 0);
  return p;
}

Point operator-(const Point& a) { return Point() - a; }

Point operator*(const Scalar& k, const Point& p) {
  // libsodium refuses to name the identity as a product; here it is one like any other.
  Point product;
  if (crypto_scalarmult_ristretto255(uchars(product.bytes_), uchars(k.encode()),
                                     uchars(p.bytes_)) != 0)
    return Point();
  return product;
}

bool operator==(const Point& a, const Point& b) {
  return sodium_memcmp(a.bytes_.data(), b.bytes_.data(), Point::kBytes) == 0;
}

Point mul_base(const Scalar& k) {
  ByteArray<Point::kBytes> bytes;
  if (crypto_scalarmult_ristretto255_base(uchars(bytes), uchars(k.encode())) != 0) return Point();
  return *Point::decode(bytes);
}

}  // namespace fairdeal::crypto
