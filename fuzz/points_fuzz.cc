// Compares points and scalars decoded from any bytes, one by one and together, with libsodium.
#include <cstring>
#include <sodium.h>

#include "base/check.h"
#include "crypto/curve/msm.h"
#include "fuzz/target.h"

namespace fairdeal::crypto {
namespace {

using Raw = ByteArray<32>;

void check_scalar(const Raw& bytes) {
  const auto s = Scalar::decode(bytes);
  ByteArray<64> padded{};
  std::memcpy(padded.data(), bytes.data(), bytes.size());
  Raw reduced;
  crypto_core_ristretto255_scalar_reduce(uchars(reduced), uchars(padded));
  CHECK(s.has_value() == (reduced == bytes));
  CHECK(Scalar::wide(padded).encode() == reduced);
}

std::optional<Point> check_point(const Raw& bytes) {
  const bool top_bit = (bytes[31] & std::byte{0x80}) != std::byte{0};  // libsodium ignores it
  const bool expected = !top_bit && crypto_core_ristretto255_is_valid_point(uchars(bytes)) == 1;
  const auto P = Point::decode(bytes);
  CHECK(P.has_value() == expected);
  if (!P) return std::nullopt;
  CHECK((*P + Point()).encode() == bytes);
  return *P;
}

void check_sum(const Point& P, const Point& Q) {
  const Raw x = P.encode(), y = Q.encode();
  Raw sum;
  CHECK(crypto_core_ristretto255_add(uchars(sum), uchars(x), uchars(y)) == 0);
  CHECK((P + Q).encode() == sum);
}

}  // namespace
}  // namespace fairdeal::crypto

void fairdeal::fuzz(ByteSpan input) {
  using namespace crypto;
  input = input.first(input.size() - input.size() % Point::kBytes);
  bool all_valid = true;
  std::vector<Point> points;
  for (ByteSpan rest = input; !rest.empty(); rest = rest.subspan(Point::kBytes)) {
    Raw bytes;
    std::memcpy(bytes.data(), rest.data(), bytes.size());
    check_scalar(bytes);
    const auto P = check_point(bytes);
    all_valid = all_valid && P;
    if (P) points.push_back(*P);
  }
  const auto together = Point::decode_all(input);
  CHECK(together.has_value() == all_valid);
  CHECK(!together || *together == points);
  for (std::size_t i = 1; i < points.size(); ++i) check_sum(points[i - 1], points[i]);
  if (input.size() >= 64) {
    Raw expected;
    crypto_core_ristretto255_from_hash(uchars(expected), uchars(input));
    CHECK(Point::from_uniform(input.first<64>()).encode() == expected);
  }
}
