#include "crypto/curve/fixed_base.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "crypto/curve/coordinates.h"
#include "crypto/curve/digits.h"
#include "crypto/curve/ifma/lanes.h"
#include "crypto/curve/normalized.h"
#include "crypto/oblivious.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {
namespace {

constexpr std::size_t kRows = 32, kRow = 8;
static_assert(sizeof(Niels<Field>) == sizeof(eight::NielsPoint));

/// Returns digit·256^i·P from row i of the table. It reads the whole row, and chooses the sign by
/// masks.
Niels<Field> chosen(std::span<const eight::NielsPoint> row, std::int8_t digit) {
  const auto [size, negative] = magnitude(digit);
  eight::NielsPoint found = oblivious_read(row, size - 1);  // zeros if the digit is 0
  const std::uint64_t one_if_zero = mask_if_equal(size, 0) & 1;
  found.limb[0] |= one_if_zero;  // O has y + x = y − x = 1
  found.limb[5] |= one_if_zero;
  Niels<Field> it;
  std::memcpy(static_cast<void*>(&it), &found, sizeof it);
  return {select(negative, it.y_plus_x, it.y_minus_x), select(negative, it.y_minus_x, it.y_plus_x),
          select(negative, it.twice_dxy, -it.twice_dxy)};
}

/// Computes the products with all `scalars`, eight at a time. Requires eight::available().
void times_eight(const eight::FixedTable& of_P, std::span<const Scalar> scalars,
                 std::span<Point> out) {
  for (std::size_t from = 0; from < scalars.size(); from += eight::kLanes) {
    const std::size_t some = std::min(eight::kLanes, scalars.size() - from);
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

}  // namespace

FixedBase::FixedBase(const Extended<Field>& P) : table_(std::make_unique<eight::FixedTable>()) {
  std::vector<Extended<Field>> points;
  points.reserve(kRows * kRow);
  Extended<Field> first = P;
  for (std::size_t i = 0; i < kRows; ++i) {
    const Cached<Field> once = cached(first);
    points.push_back(first);
    for (std::size_t m = 1; m < kRow; ++m) points.push_back(points.back() + once);
    first = doubled_times(points.back(), 5);  // 2^5·8 = 256: the next row
  }
  std::memcpy(table_->rows, normalized(points).data(), sizeof table_->rows);
}

Extended<Field> FixedBase::times(const Scalar& k) const {
  const Secret digits(radix16(k));
  const auto& [digit] = digits.expose();
  Extended<Field> sum;
  for (std::size_t d = 1; d < digit.size(); d += 2)
    sum = sum + chosen(table_->rows[d / 2], digit[d]);
  sum = doubled_times(sum, 4);
  for (std::size_t d = 0; d < digit.size(); d += 2)
    sum = sum + chosen(table_->rows[d / 2], digit[d]);
  return sum;
}

void FixedBase::times(std::span<const Scalar> scalars, std::span<Point> out) const {
  if (eight::available() && scalars.size() > 1) return times_eight(*table_, scalars, out);
  for (std::size_t i = 0; i < scalars.size(); ++i) out[i] = Coordinates::point(times(scalars[i]));
}

}  // namespace fairdeal::crypto
