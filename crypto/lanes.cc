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

/// So many points a lane at a time that their windows stay in cache: 700 kB.
constexpr std::size_t kGroupsAtATime = 64;

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

/// One seat for every term: sum s has `width` lanes, from s·width on, and its term i is in the
/// (i mod width)th of them, group ⌊i / width⌋.
struct Seating {
  explicit Seating(std::span<const Terms> sums) : width(kLanes / sums.size()) {
    for (const Terms& sum : sums)
      groups = std::max(groups, (sum.points.size() + width - 1) / width);
  }
  std::size_t width, groups = 0;
};

/// The lanes' sums over the terms in groups from `from` to `to`. A lane's has few of a sum's terms,
/// and perhaps not the one that hides the others.
Secret<eight::Points> some_groups(std::span<const Terms> sums, const Seating& seating,
                                  std::size_t from, std::size_t to, eight::Window* windows) {
  const std::size_t groups = to - from, width = seating.width;
  std::vector<eight::Points> points(groups, lanes({}));
  Secrets<eight::Digits> digits(groups * Radix16::kDigits);  // digits[d·groups + g]
  for (std::size_t s = 0; s < sums.size(); ++s)
    for (std::size_t i = from * width; i < std::min(to * width, sums[s].points.size()); ++i) {
      const std::size_t g = i / width - from, lane = s * width + i % width;
      set(points[g], lane, Coordinates::of(sums[s].points[i]));
      const Secret of_scalar(radix16(sums[s].scalars[i]));
      for (std::size_t d = 0; d < Radix16::kDigits; ++d)
        digits[d * groups + g].lane[lane] = of_scalar.expose().digit[d];
    }
  eight::Points out;
  eight::straus(points.data(), groups, digits.expose().data(), Radix16::kDigits, windows, out);
  return Secret(std::move(out));
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

four::Quad quad(const Extended<Field>& P) {
  four::Quad out;
  for (std::size_t i = 0; i < 5; ++i) {
    out.limb[i][0] = P.X.limb[i], out.limb[i][1] = P.Y.limb[i];
    out.limb[i][2] = P.Z.limb[i], out.limb[i][3] = P.T.limb[i];
  }
  return out;
}

four::Quad quad(const Cached<Field>& Q) {
  return quad(Extended<Field>{Q.Y_minus_X.carried(), Q.Y_plus_X.carried(), Q.twice_Z.carried(),
                              Q.twice_dT.carried()});
}

four::Quad quad(const Niels<Field>& Q) {  // as in a WnafTable: limbs carried
  return quad(Extended<Field>{Q.y_minus_x, Q.y_plus_x, Field::from_u64(2), Q.twice_dxy});
}

Extended<Field> point(const four::Quad& P) {
  Extended<Field> out;
  for (std::size_t i = 0; i < 5; ++i) {
    out.X.limb[i] = P.limb[i][0], out.Y.limb[i] = P.limb[i][1];
    out.Z.limb[i] = P.limb[i][2], out.T.limb[i] = P.limb[i][3];
  }
  return out;
}

Secrets<Point> straus_eight(std::span<const Terms> sums) {
  const Seating seating(sums);
  const auto windows =
      std::make_unique_for_overwrite<eight::Window[]>(std::min(seating.groups, kGroupsAtATime));
  Secrets<Extended<Field>> totals(sums.size());
  for (std::size_t from = 0; from < seating.groups; from += kGroupsAtATime) {
    const std::size_t to = std::min(from + kGroupsAtATime, seating.groups);
    const auto some = some_groups(sums, seating, from, to, windows.get());
    for (std::size_t i = 0; i < sums.size() * seating.width; ++i) {
      const Secret partial(lane(some.expose(), i));
      auto& total = totals[i / seating.width];
      total = total + partial.expose();
    }
  }
  Secrets<Point> out(sums.size());
  for (std::size_t s = 0; s < sums.size(); ++s) out[s] = Coordinates::point(totals[s]);
  return out;
}

void multiples_eight(const eight::FixedTable& of_P, std::span<const Scalar> scalars,
                     std::span<Point> out) {
  for (std::size_t from = 0; from < scalars.size(); from += kLanes) {
    const std::size_t some = std::min(kLanes, scalars.size() - from);
    Secrets<eight::Digits> digits(Radix16::kDigits);
    for (std::size_t i = 0; i < some; ++i) {
      const Secret of_scalar(radix16(scalars[from + i]));
      for (std::size_t d = 0; d < digits.size(); ++d)
        digits[d].lane[i] = of_scalar.expose().digit[d];
    }
    eight::Points made;
    eight::fixed_base(of_P, digits.expose().data(), made);
    const Secret products(std::move(made));
    for (std::size_t i = 0; i < some; ++i)
      out[from + i] = Coordinates::point(lane(products.expose(), i));
  }
}

bool decode_eight(std::span<const Field> encodings, std::span<Extended<Field>> out) {
  eight::Numbers numbers{};  // zero is the encoding of O
  for (std::size_t i = 0; i < encodings.size(); ++i) set(numbers, i, encodings[i]);
  eight::Points points;
  if (eight::decode(numbers, points) != 0xff) return false;
  for (std::size_t i = 0; i < encodings.size(); ++i) out[i] = lane(points, i);
  return true;
}

void encode_eight(std::span<const Extended<Field>> points, std::span<ByteArray<32>> out) {
  eight::Numbers encodings;
  eight::encode(lanes(points), encodings);
  for (std::size_t i = 0; i < points.size(); ++i) out[i] = get(encodings, i).bytes();
}

}  // namespace fairdeal::crypto
