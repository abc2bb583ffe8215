#include <algorithm>
#include <memory>
#include <vector>

#include "crypto/curve/coordinates.h"
#include "crypto/curve/digits.h"
#include "crypto/curve/ifma/lanes.h"
#include "crypto/curve/straus.h"

namespace fairdeal::crypto {
namespace {

using eight::kLanes;

/// The points of each lane that are summed at a time: so many that their windows, 740 kB, stay in
/// cache.
constexpr std::size_t kGroupsAtATime = 64;

/// The lane and group of every term. Sum s has `width` lanes, from lane s·width on; its term i is
/// in group ⌊i / width⌋ of lane s·width + i mod width.
struct Seating {
  explicit Seating(std::span<const ScalarProducts> sums) : width(kLanes / sums.size()) {
    for (const ScalarProducts& sum : sums)
      groups = std::max(groups, (sum.points.size() + width - 1) / width);
  }
  std::size_t width, groups = 0;
};

/// Returns the lanes' sums over the terms in groups from `from` to `to`. They are secret even if
/// the whole sum will be public: a lane has only some terms of a sum, and perhaps not the random
/// one that hides the others.
Secret<eight::Points> some_groups(std::span<const ScalarProducts> sums, const Seating& seating,
                                  std::size_t from, std::size_t to, eight::Window* windows) {
  const std::size_t groups = to - from, width = seating.width;
  std::vector<eight::Points> points(groups, lanes({}));
  Secrets<eight::Digits> digits(groups * Radix16::kDigits);  // digits[d·groups + g]
  for (std::size_t s = 0; s < sums.size(); ++s)
    for (std::size_t i = from * width; i < std::min(to * width, sums[s].points.size()); ++i) {
      const std::size_t g = i / width - from, lane = s * width + i % width;
      set_lane(points[g], lane, Coordinates::of(sums[s].points[i]));
      const Secret of_scalar(radix16(sums[s].scalars[i]));
      for (std::size_t d = 0; d < Radix16::kDigits; ++d)
        digits[d * groups + g].lane[lane] = of_scalar.expose().digit[d];
    }
  eight::Points out;
  eight::straus(points.data(), groups, digits.expose().data(), Radix16::kDigits, windows, out);
  return Secret(std::move(out));
}

}  // namespace

Secrets<Point> straus_eight(std::span<const ScalarProducts> sums) {
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

}  // namespace fairdeal::crypto
