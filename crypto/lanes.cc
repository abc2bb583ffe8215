#include "crypto/lanes.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "crypto/coordinates.h"
#include "crypto/digits.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {
namespace {

using eight::kLanes;

/// So many points at a time that their windows stay near the processor.
constexpr std::size_t kPointsAtATime = 512;

void set(eight::Numbers& numbers, std::size_t lane, const Field& value) {
  for (std::size_t i = 0; i < 5; ++i) numbers.limb[i][lane] = value.limb[i];
}

Field get(const eight::Numbers& numbers, std::size_t lane) {
  Field value;
  for (std::size_t i = 0; i < 5; ++i) value.limb[i] = numbers.limb[i][lane];
  return value;
}

void set(eight::Points& points, std::size_t lane, const Extended<Field>& P) {
  set(points.X, lane, P.X);
  set(points.Y, lane, P.Y);
  set(points.Z, lane, P.Z);
  set(points.T, lane, P.T);
}

/// digits[d·groups + g] for d below `count`, of scalars 8g to 8g + 7.
void set_digits(std::span<const Scalar> scalars, std::size_t count, std::span<eight::Digits> out) {
  const std::size_t groups = out.size() / count;
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    const Secret digits(radix16(scalars[i]));
    for (std::size_t d = 0; d < count; ++d)
      out[d * groups + i / kLanes].lane[i % kLanes] = digits.reveal().digit[d];
  }
}

Extended<Field> straus_some(std::span<const Scalar> scalars, std::span<const Point> points,
                            std::size_t digits_count, eight::Window* windows) {
  const std::size_t groups = (points.size() + kLanes - 1) / kLanes;
  std::vector<eight::Points> grouped(groups, lanes({}));
  for (std::size_t i = 0; i < points.size(); ++i)
    set(grouped[i / kLanes], i % kLanes, Coordinates::of(points[i]));
  Secrets<eight::Digits> digits(groups * digits_count);
  set_digits(scalars, digits_count, digits.reveal());
  eight::Points sums;
  eight::straus(grouped.data(), groups, digits.reveal().data(), digits_count, windows, sums);
  Extended<Field> sum = lane(sums, 0);
  for (std::size_t i = 1; i < std::min(kLanes, points.size()); ++i) sum = sum + lane(sums, i);
  return sum;
}

}  // namespace

eight::Points lanes(std::span<const Extended<Field>> points) {
  eight::Points out;
  for (std::size_t i = 0; i < kLanes; ++i)
    set(out, i, i < points.size() ? points[i] : Extended<Field>());
  return out;
}

Extended<Field> lane(const eight::Points& points, std::size_t i) {
  return {get(points.X, i), get(points.Y, i), get(points.Z, i), get(points.T, i)};
}

Extended<Field> straus_eight(std::span<const Scalar> scalars, std::span<const Point> points,
                             std::size_t bits) {
  // So many digits, none above 7, reach to 7/15·16^count: to two bits less than they have.
  const std::size_t digits_count = (bits + 2 + 3) / 4;
  const auto windows = std::make_unique_for_overwrite<eight::Window[]>(
      (std::min(kPointsAtATime, points.size()) + kLanes - 1) / kLanes);
  Extended<Field> sum;
  for (std::size_t from = 0; from < points.size(); from += kPointsAtATime) {
    const std::size_t some = std::min(kPointsAtATime, points.size() - from);
    sum = sum + straus_some(scalars.subspan(from, some), points.subspan(from, some), digits_count,
                            windows.get());
  }
  return sum;
}

void multiples_eight(const eight::FixedTable& of_P, std::span<const Scalar> scalars,
                     std::span<Extended<Field>> out) {
  for (std::size_t from = 0; from < scalars.size(); from += kLanes) {
    const std::size_t some = std::min(kLanes, scalars.size() - from);
    Secrets<eight::Digits> digits(Radix16::kDigits);
    set_digits(scalars.subspan(from, some), Radix16::kDigits, digits.reveal());
    eight::Points products;
    eight::fixed_base(of_P, digits.reveal().data(), products);
    for (std::size_t i = 0; i < some; ++i) out[from + i] = lane(products, i);
  }
}

void encode_eight(std::span<const Extended<Field>> points, std::span<ByteArray<32>> out) {
  eight::Numbers encodings;
  eight::encode(lanes(points), encodings);
  for (std::size_t i = 0; i < points.size(); ++i) out[i] = get(encodings, i).bytes();
}

}  // namespace fairdeal::crypto
