#include "crypto/scalar.h"

#include <algorithm>
#include <sodium.h>

#include "base/check.h"

namespace fairdeal::crypto {

Scalar Scalar::from_u64(std::uint64_t value) {
  Scalar s;
  for (std::size_t i = 0; i < 8; ++i) s.bytes_[i] = static_cast<std::byte>(value >> (8 * i));
  return s;
}

Scalar Scalar::from_u128(std::span<const std::byte, 16> bytes) {
  Scalar s;
  std::copy(bytes.begin(), bytes.end(), s.bytes_.begin());
  return s;
}

Scalar Scalar::wide(std::span<const std::byte, 64> bytes) {
  Scalar s;
  crypto_core_ristretto255_scalar_reduce(uchars(s.bytes_), uchars(bytes));
  return s;
}

Scalar Scalar::random(Rng& rng) {
  ByteArray<64> bytes;
  rng.fill(bytes);
  const Scalar s = wide(bytes);
  sodium_memzero(bytes.data(), bytes.size());
  return s;
}

Scalar Scalar::random_nonzero(Rng& rng) {
  for (;;) {
    const Scalar s = random(rng);
    if (!s.is_zero()) return s;
  }
}

Result<Scalar> Scalar::decode(std::span<const std::byte, kBytes> bytes) {
  ByteArray<64> wide_bytes{};
  std::copy(bytes.begin(), bytes.end(), wide_bytes.begin());
  const Scalar s =
      wide(wide_bytes);  // libsodium 1.0.18 has no check of its own: compare with the reduction
  if (sodium_memcmp(s.bytes_.data(), bytes.data(), kBytes) != 0)
    return fail(Fault::not_canonical, "scalar");
  return s;
}

bool Scalar::is_zero() const { return sodium_is_zero(uchars(bytes_), kBytes) == 1; }

Scalar Scalar::inverse() const {
  Scalar s;
  CHECK(crypto_core_ristretto255_scalar_invert(uchars(s.bytes_), uchars(bytes_)) == 0);
  return s;
}

Scalar operator+(const Scalar& a, const Scalar& b) {
  Scalar s;
  crypto_core_ristretto255_scalar_add(uchars(s.bytes_), uchars(a.bytes_), uchars(b.bytes_));
  return s;
}

Scalar operator-(const Scalar& a, const Scalar& b) {
  Scalar s;
  crypto_core_ristretto255_scalar_sub(uchars(s.bytes_), uchars(a.bytes_), uchars(b.bytes_));
  return s;
}

Scalar operator*(const Scalar& a, const Scalar& b) {
  Scalar s;
  crypto_core_ristretto255_scalar_mul(uchars(s.bytes_), uchars(a.bytes_), uchars(b.bytes_));
  return s;
}

Scalar operator-(const Scalar& a) { return Scalar() - a; }

bool operator==(const Scalar& a, const Scalar& b) {
  return sodium_memcmp(a.bytes_.data(), b.bytes_.data(), Scalar::kBytes) == 0;
}

}  // namespace fairdeal::crypto
