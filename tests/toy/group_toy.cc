// The group of crypto/curve/scalar.h, point.h and msm.h, small: the integers modulo the prime
// FD_TOY_ORDER, added. A scalar and a point are both a number below it, the base point is 1 and the
// identity 0. Logarithms are no secret here, so nothing is hidden and commitments do not bind; but
// every equation of every proof is what it is over ristretto255, and all of them can be tried.
//
// The encodings keep the real group's discipline: 32 bytes, one string an element, all else
// refused.
#include <algorithm>
#include <bit>
#include <cstring>

#include "base/check.h"
#include "crypto/curve/msm.h"

namespace fairdeal::crypto {
namespace {

constexpr std::uint64_t kOrder = FD_TOY_ORDER;
static_assert(std::endian::native == std::endian::little);
static_assert(2 < kOrder && kOrder < (1ull << 32), "a product fits in 64 bits");

template <class Word>
Word word(ByteSpan bytes, std::size_t i) {
  Word value;
  std::memcpy(&value, bytes.data() + sizeof value * i, sizeof value);
  return value;
}

/// Returns the remainder of `bytes`, little-endian and whole words of four, by `divisor`.
std::uint64_t remainder(ByteSpan bytes, std::uint64_t divisor) {
  std::uint64_t rest = 0;
  for (std::size_t i = bytes.size() / 4; i-- > 0;)
    rest = (rest << 32 | word<std::uint32_t>(bytes, i)) % divisor;
  return rest;
}

/// The number that 32 bytes below 2^32 encode, little-endian as this machine.
std::uint64_t low_word(std::span<const std::byte, 32> bytes) {
  return word<std::uint64_t>(bytes, 0);
}

bool canonical(std::span<const std::byte, 32> bytes) {
  const auto at = [&](std::size_t i) { return word<std::uint64_t>(bytes, i); };
  return at(0) < kOrder && (at(1) | at(2) | at(3)) == 0;
}

template <class Element>
std::uint64_t number(const Element& element) {
  return low_word(element.encode());
}

template <class Element>
Element element(std::uint64_t number) {
  ByteArray<32> bytes{};
  number %= kOrder;
  std::memcpy(bytes.data(), &number, sizeof number);
  return *Element::decode(bytes);
}

}  // namespace

Scalar Scalar::from_u64(std::uint64_t value) { return element<Scalar>(value); }

Scalar Scalar::from_u128(std::span<const std::byte, 16> bytes) {
  return element<Scalar>(remainder(bytes, kOrder));
}

Scalar Scalar::wide(std::span<const std::byte, 64> bytes) {
  return element<Scalar>(remainder(bytes, kOrder));
}

Scalar Scalar::random(Rng& rng) {
  ByteArray<64> bytes;
  rng.fill(bytes);
  return wide(bytes);
}

Scalar Scalar::random_nonzero(Rng& rng) {
  for (;;) {
    const Scalar s = random(rng);
    if (!s.is_zero()) return s;
  }
}

Result<Scalar> Scalar::decode(std::span<const std::byte, kBytes> bytes) {
  if (!canonical(bytes)) return fail(Fault::not_canonical, "scalar");
  Scalar s;
  std::ranges::copy(bytes, s.bytes_.begin());
  return s;
}

bool Scalar::is_zero() const { return number(*this) == 0; }

Scalar Scalar::inverse() const {
  CHECK(!is_zero());
  Scalar power = from_u64(1), square = *this;  // x^(q−2), by Fermat
  for (std::uint64_t bits = kOrder - 2; bits != 0; bits >>= 1) {
    if (bits & 1) power = power * square;
    square = square * square;
  }
  return power;
}

Scalar operator+(const Scalar& a, const Scalar& b) {
  return element<Scalar>(number(a) + number(b));
}
Scalar operator-(const Scalar& a, const Scalar& b) {
  return element<Scalar>(number(a) + kOrder - number(b));
}
Scalar operator*(const Scalar& a, const Scalar& b) {
  return element<Scalar>(number(a) * number(b));
}
Scalar operator-(const Scalar& a) { return Scalar() - a; }
bool operator==(const Scalar& a, const Scalar& b) { return number(a) == number(b); }

const Point& Point::base() {
  static const Point kBase = element<Point>(1);
  return kBase;
}

Result<Point> Point::decode(std::span<const std::byte, kBytes> bytes) {
  if (!canonical(bytes)) return fail(Fault::not_canonical, "point");
  Point p;
  std::ranges::copy(bytes, p.encoding_.begin());
  return p;
}

ByteArray<Point::kBytes> Point::encode() const { return encoding_; }

Result<std::vector<Point>> Point::decode_all(ByteSpan bytes) {
  CHECK(bytes.size() % kBytes == 0);
  std::vector<Point> out;
  for (; !bytes.empty(); bytes = bytes.subspan(kBytes)) {
    FD_TRY(const Point p, decode(bytes.first<kBytes>()));
    out.push_back(p);
  }
  return out;
}

Result<Point> Point::decode_nonzero(std::span<const std::byte, kBytes> bytes) {
  FD_TRY(const Point p, decode(bytes));
  if (p.is_identity()) return fail(Fault::not_canonical, "the identity, where it is not allowed");
  return p;
}

/// Never the identity, which the real map gives with negligible probability.
Point Point::from_uniform(std::span<const std::byte, 64> bytes) {
  return element<Point>(1 + remainder(bytes, kOrder - 1));
}

bool Point::is_identity() const { return number(*this) == 0; }

Point operator+(const Point& a, const Point& b) { return element<Point>(number(a) + number(b)); }
Point operator-(const Point& a, const Point& b) {
  return element<Point>(number(a) + kOrder - number(b));
}
Point operator-(const Point& a) { return Point() - a; }
Point operator*(const Scalar& k, const Point& p) { return element<Point>(number(k) * number(p)); }
bool operator==(const Point& a, const Point& b) { return number(a) == number(b); }

Point mul_base(const Scalar& k) { return element<Point>(number(k)); }

Point msm(std::span<const Scalar> scalars, std::span<const Point> points) {
  CHECK(scalars.size() == points.size());
  Point sum;
  for (std::size_t i = 0; i < scalars.size(); ++i) sum = sum + scalars[i] * points[i];
  return sum;
}

Point msm_vartime(std::span<const Scalar> scalars, std::span<const Point> points) {
  return msm(scalars, points);
}

Secrets<Point> msms(std::span<const ScalarProducts> sums) {
  Secrets<Point> out(sums.size());
  for (std::size_t s = 0; s < sums.size(); ++s) out[s] = msm(sums[s].scalars, sums[s].points);
  return out;
}

Secrets<Point> multiples(std::span<const Scalar> scalars, const Point& P) {
  Secrets<Point> out(scalars.size());
  for (std::size_t i = 0; i < scalars.size(); ++i) out[i] = scalars[i] * P;
  return out;
}

Secrets<Point> each_times(const Scalar& x, std::span<const Point> points) {
  Secrets<Point> out(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) out[i] = x * points[i];
  return out;
}

std::vector<ByteArray<Point::kBytes>> encode_all(std::span<const Point> points) {
  std::vector<ByteArray<Point::kBytes>> out;
  for (const Point& P : points) out.push_back(P.encode());
  return out;
}

void keep_encodings(std::span<Point>) {}  // they are all there is

}  // namespace fairdeal::crypto
