#include "crypto/curve/point.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/check.h"
#include "crypto/curve/coordinates.h"
#include "crypto/curve/ifma/lanes.h"
#include "crypto/curve/ristretto.h"

namespace fairdeal::crypto {
namespace {

/// The base point of RFC 9496, section 4: y = 4/5, x not negative.
constexpr Extended<Field> kBase{
    {{0x62d608f25d51a, 0x412a4b4f6592a, 0x75b7171a4b31d, 0x1ff60527118fe, 0x216936d3cd6e5}},
    {{0x6666666666658, 0x4cccccccccccc, 0x1999999999999, 0x3333333333333, 0x6666666666666}},
    {{1}},
    {{0x68ab3a5b7dda3, 0x00eea2a5eadbb, 0x2af8df483c27e, 0x332b375274732, 0x67875f0fd78b7}}};

}  // namespace

const Point& Point::base() {
  static const Point kPoint = Coordinates::point(kBase, ristretto_encode(kBase).bytes());
  return kPoint;
}

namespace {

/// Returns the number s that `bytes` encode, if they are its canonical encoding and s is not
/// negative (RFC 9496, 4.3.1, step 1). Without this check an element would have several encodings.
std::optional<Field> canonical(std::span<const std::byte, Point::kBytes> bytes) {
  const Field s = Field::from_bytes(bytes);
  if (!equal(s.bytes(), bytes) || s.is_negative()) return std::nullopt;
  return s;
}

ByteArray<Point::kBytes> array(std::span<const std::byte, Point::kBytes> bytes) {
  ByteArray<Point::kBytes> out;
  std::ranges::copy(bytes, out.begin());
  return out;
}

/// Decodes up to eight encodings and appends the points to `out`. Returns false if one of them is
/// refused.
bool append_decoded(ByteSpan bytes, std::vector<Point>& out) {
  std::vector<Field> numbers;
  for (ByteSpan rest = bytes; !rest.empty(); rest = rest.subspan(Point::kBytes)) {
    const auto s = canonical(rest.first<Point::kBytes>());
    if (!s) return false;
    numbers.push_back(*s);
  }
  std::array<Extended<Field>, eight::kLanes> points;
  if (!decode_eight(numbers, points)) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto encoding = bytes.subspan(Point::kBytes * i).first<Point::kBytes>();
    out.push_back(Coordinates::point(points[i], array(encoding)));
  }
  return true;
}

}  // namespace

Result<Point> Point::decode(std::span<const std::byte, kBytes> bytes) {
  const auto s = canonical(bytes);
  if (!s) return fail(Fault::not_canonical, "point");
  const auto [valid, P] = ristretto_decode(*s);
  if (!valid) return fail(Fault::not_canonical, "point");
  return Coordinates::point(P, array(bytes));
}

Result<std::vector<Point>> Point::decode_all(ByteSpan bytes) {
  CHECK(bytes.size() % kBytes == 0);
  const std::size_t step = eight::available() ? eight::kLanes * kBytes : kBytes;
  std::vector<Point> out;
  out.reserve(bytes.size() / kBytes);
  for (ByteSpan rest = bytes; !rest.empty();) {
    const ByteSpan some = rest.first(std::min(step, rest.size()));
    if (some.size() == kBytes) {
      FD_TRY(out.emplace_back(), decode(some.first<kBytes>()));
    } else if (!append_decoded(some, out)) {
      return fail(Fault::not_canonical, "point");
    }
    rest = rest.subspan(some.size());
  }
  return out;
}

Result<Point> Point::decode_nonzero(std::span<const std::byte, kBytes> bytes) {
  FD_TRY(const Point p, decode(bytes));
  if (p.is_identity()) return fail(Fault::not_canonical, "the identity, where it is not allowed");
  return p;
}

Point Point::from_uniform(std::span<const std::byte, 64> bytes) {
  return Coordinates::point(ristretto_map(Field::from_bytes(bytes.first<32>())) +
                            ristretto_map(Field::from_bytes(bytes.last<32>())));
}

ByteArray<Point::kBytes> Point::encode() const {
  return encoded_ ? encoding_ : ristretto_encode(at_).bytes();
}

std::vector<ByteArray<Point::kBytes>> encode_all(std::span<const Point> points) {
  std::vector<ByteArray<Point::kBytes>> out(points.size());
  std::vector<std::size_t> unknown;  // indices of the points to encode in lanes
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!eight::available() || Coordinates::encoded(points[i]))
      out[i] = points[i].encode();
    else
      unknown.push_back(i);
  for (std::size_t from = 0; from < unknown.size(); from += eight::kLanes) {
    const auto some =
        std::span(unknown).subspan(from).first(std::min(eight::kLanes, unknown.size() - from));
    std::vector<Extended<Field>> at;
    for (const std::size_t i : some) at.push_back(Coordinates::of(points[i]));
    std::array<ByteArray<Point::kBytes>, eight::kLanes> encodings;
    encode_eight(at, encodings);
    for (std::size_t i = 0; i < some.size(); ++i) out[some[i]] = encodings[i];
  }
  return out;
}

void keep_encodings(std::span<Point> points) {
  const auto encodings = encode_all(points);
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = Coordinates::point(Coordinates::of(points[i]), encodings[i]);
}

bool Point::is_identity() const { return *this == Point(); }

Point operator+(const Point& a, const Point& b) { return Coordinates::point(a.at_ + b.at_); }
Point operator-(const Point& a, const Point& b) { return Coordinates::point(a.at_ - b.at_); }
Point operator-(const Point& a) { return Coordinates::point(-a.at_); }

bool operator==(const Point& a, const Point& b) { return ristretto_equal(a.at_, b.at_) != 0; }

}  // namespace fairdeal::crypto
