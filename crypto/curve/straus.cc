#include "crypto/curve/straus.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "crypto/curve/coordinates.h"
#include "crypto/curve/digits.h"
#include "crypto/oblivious.h"
#include "crypto/secret.h"

namespace fairdeal::crypto {
namespace {

/// The multiples P, 2P … 8P.
using Window = std::array<Cached<Field>, 8>;

Window window(const Extended<Field>& P) {
  Window multiples;
  Extended<Field> multiple = P;
  multiples[0] = cached(P);
  for (std::size_t i = 1; i < multiples.size(); ++i) {
    multiple = multiple + multiples[0];
    multiples[i] = cached(multiple);
  }
  return multiples;
}

/// Returns digit·P. It reads every multiple, and chooses the sign by masks.
Cached<Field> chosen(const Window& multiples, std::int8_t digit) {
  const auto [size, negative] = magnitude(digit);
  auto it = oblivious_read(std::span<const Cached<Field>>(multiples), size - 1);  // zeros for 0
  const std::uint64_t one_if_zero = mask_if_equal(size, 0) & 1;
  it.Y_plus_X.limb[0] |= one_if_zero;  // O has Y + X = Y − X = Z = 1
  it.Y_minus_X.limb[0] |= one_if_zero;
  it.twice_Z.limb[0] |= 2 * one_if_zero;
  return {select(negative, it.Y_plus_X, it.Y_minus_X), select(negative, it.Y_minus_X, it.Y_plus_X),
          it.twice_Z, select(negative, it.twice_dT, -it.twice_dT)};
}

constexpr std::size_t kSmallDigits = 5;  // of a scalar below 2^16: four, and one for their carry

/// The multiples P, 3P … 15P.
using OddMultiples = std::array<Cached<Field>, 8>;
constexpr int kWnafWidth = 5;

OddMultiples odd_multiples(const Extended<Field>& P) {
  OddMultiples multiples;
  const Cached<Field> twice = cached(doubled(P));
  Extended<Field> multiple = P;
  multiples[0] = cached(P);
  for (std::size_t i = 1; i < multiples.size(); ++i) {
    multiple = multiple + twice;
    multiples[i] = cached(multiple);
  }
  return multiples;
}

}  // namespace

Extended<Field> straus(std::span<const Scalar> scalars, std::span<const Point> points,
                       std::size_t small) {
  const std::size_t n = points.size();
  Secrets<Radix16> digits(n);
  const auto windows = std::make_unique<Window[]>(n);
  for (std::size_t i = 0; i < n; ++i) {
    digits[i] = radix16(scalars[i]);
    windows[i] = window(Coordinates::of(points[i]));
  }
  Extended<Field> sum;
  for (std::size_t d = Radix16::kDigits; d-- > 0;) {
    sum = doubled_times(sum, 4);
    const std::size_t first = d < kSmallDigits ? 0 : small;
    for (std::size_t i = first; i < n; ++i) sum = sum + chosen(windows[i], digits[i].digit[d]);
  }
  return sum;
}

Extended<Field> straus_vartime(std::span<const Scalar> scalars, std::span<const Point> points) {
  const std::size_t n = points.size();
  std::vector<Wnaf> digits(n);
  std::vector<OddMultiples> multiples(n);
  std::size_t bits = 0;
  for (std::size_t i = 0; i < n; ++i) {
    digits[i] = wnaf_vartime(scalars[i], kWnafWidth);
    multiples[i] = odd_multiples(Coordinates::of(points[i]));
    bits = std::max(bits, bits_vartime(scalars[i]) + 1);  // the last digit may carry into one more
  }
  Extended<Field> sum;
  int pending = 0;  // doublings to make before the next term
  for (std::size_t bit = std::min(bits, Wnaf{}.size()); bit-- > 0;) {
    ++pending;
    for (std::size_t i = 0; i < n; ++i) {
      const int digit = digits[i][bit];
      if (digit == 0) continue;
      if (pending > 0) sum = doubled_times(sum, pending);
      pending = 0;
      const auto& multiple = multiples[i][static_cast<std::size_t>(std::abs(digit) / 2)];
      sum = digit > 0 ? sum + multiple : sum - multiple;
    }
  }
  return pending > 0 ? doubled_times(sum, pending) : sum;
}

}  // namespace fairdeal::crypto
