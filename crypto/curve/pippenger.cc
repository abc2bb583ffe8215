#include "crypto/curve/pippenger.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "crypto/curve/coordinates.h"
#include "crypto/curve/digits.h"

namespace fairdeal::crypto {
namespace {

/// Returns how many bits a digit has for n points: about log2(n) − 1, between 4 and 14, as
/// measured.
int digit_bits(std::size_t n) { return std::clamp(static_cast<int>(std::bit_width(n)) - 2, 4, 14); }

/// Appends `count` digits of k in radix 2^width, each with −2^(width−1) ≤ digit < 2^(width−1).
void append_digits(const Scalar& k, int width, std::size_t count, std::vector<std::int16_t>& out) {
  const auto bytes = k.encode();
  std::uint64_t bits = 0;
  int have = 0;
  std::size_t next = 0;
  std::int32_t carry = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (; have < width && next < bytes.size(); have += 8)
      bits |= std::to_integer<std::uint64_t>(bytes[next++]) << have;
    auto digit = static_cast<std::int32_t>(bits & ((std::uint64_t{1} << width) - 1)) + carry;
    carry = digit >= std::int32_t{1} << (width - 1);
    digit -= carry << width;
    out.push_back(static_cast<std::int16_t>(digit));
    bits >>= width;
    have -= width;
  }
}

/// Returns Σ i·buckets[i − 1]. The sum of the buckets from i on is added once for every i, from the
/// top, so that bucket i counts i times.
Extended<Field> weighted(std::span<const Extended<Field>> buckets) {
  Extended<Field> running, sum;
  for (std::size_t i = buckets.size(); i-- > 0;) {
    running = running + buckets[i];
    sum = sum + running;
  }
  return sum;
}

}  // namespace

Extended<Field> pippenger_vartime(std::span<const Scalar> scalars, std::span<const Point> points) {
  const std::size_t n = points.size();
  const int width = digit_bits(n);
  std::size_t bits = 0;
  for (const Scalar& k : scalars) bits = std::max(bits, bits_vartime(k));
  const auto step = static_cast<std::size_t>(width);
  // Two bits more than the scalars have: with them the largest sum of signed digits,
  // (2^(width−1) − 1)·(2^(width·count) − 1)/(2^width − 1), is not below 2^bits.
  const std::size_t count = (bits + 2 + step - 1) / step;

  std::vector<std::int16_t> digits;  // those of scalar i begin at i·count
  std::vector<Cached<Field>> terms;
  digits.reserve(n * count);
  terms.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    append_digits(scalars[i], width, count, digits);
    terms.push_back(cached(Coordinates::of(points[i])));
  }
  Extended<Field> sum;
  std::vector<Extended<Field>> buckets;
  for (std::size_t d = count; d-- > 0;) {
    buckets.assign(std::size_t{1} << (width - 1), {});
    for (std::size_t i = 0; i < n; ++i) {
      const int digit = digits[i * count + d];
      if (digit == 0) continue;
      auto& bucket = buckets[static_cast<std::size_t>(std::abs(digit)) - 1];
      bucket = digit > 0 ? bucket + terms[i] : bucket - terms[i];
    }
    sum = doubled_times(sum, width) + weighted(buckets);
  }
  return sum;
}

}  // namespace fairdeal::crypto
