#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "crypto/curve/coordinates.h"
#include "crypto/curve/digits.h"
#include "crypto/curve/ifma/lanes.h"
#include "crypto/curve/pippenger.h"

namespace fairdeal::crypto {
namespace {

using eight::kLanes;

/// The most bits that a digit may have. With 9, the buckets take 330 kB and stay in cache.
constexpr std::size_t kWidthMax = 9;

/// Returns how many groups of eight digits a scalar has. As in pippenger.cc, signed digits need two
/// bits more than the scalar has.
constexpr std::size_t groups(std::size_t bits, std::size_t width) {
  return (bits + 2 + kLanes * width - 1) / (kLanes * width);
}

/// Returns twice the cost of n scalars with digits of `width` bits, in additions of eight at once.
/// Each group takes an addition for each point and two for each bucket, which cost a quarter more.
constexpr std::size_t cost(std::size_t n, std::size_t bits, std::size_t width) {
  return groups(bits, width) * (2 * n + (std::size_t{5} << (width - 1)));
}

std::size_t cheapest_width(std::size_t n, std::size_t bits) {
  std::size_t best = 2;
  for (std::size_t width = best + 1; width <= kWidthMax; ++width)
    if (cost(n, bits, width) < cost(n, bits, best)) best = width;
  return best;
}

/// The digits of a scalar k in radix 2^width, each from −2^(width−1) to 2^(width−1) − 1, which can
/// be read in any order. `raised` adds Σ 2^(width−1)·2^(width·i) to k, once; the digits of k are
/// those of the sum, which are not negative, less 2^(width−1).
class SignedDigits {
 public:
  explicit SignedDigits(std::size_t width) : width_(width) {
    for (std::size_t bit = width - 1; bit < 64 * offset_.size(); bit += width)
      offset_[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
  using Raised = std::array<std::uint64_t, 6>;  // the last word is zero, so that at() can read it
  Raised raised(const Scalar& k) const {
    const auto bytes = k.encode();
    Raised sum{};
    std::memcpy(sum.data(), bytes.data(), bytes.size());
    Wide carry = 0;
    for (std::size_t i = 0; i < offset_.size(); ++i) {
      carry += static_cast<Wide>(sum[i]) + offset_[i];
      sum[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return sum;
  }
  int at(const Raised& k, std::size_t i) const {
    const std::size_t bit = width_ * i;
    const Wide words = static_cast<Wide>(k[bit / 64 + 1]) << 64 | k[bit / 64];
    const auto mask = (std::uint64_t{1} << width_) - 1;
    return static_cast<int>(static_cast<std::uint64_t>(words >> bit % 64) & mask) -
           (1 << (width_ - 1));
  }

 private:
  std::size_t width_;
  std::array<std::uint64_t, 5> offset_{};
};

void set(std::uint64_t (&limbs)[5], const Field& value) {
  std::ranges::copy(value.carried().limb, limbs);
}

eight::Addend addend(const Extended<Field>& P) {
  const Cached<Field> Q = cached(P);
  eight::Addend out;
  set(out.Y_plus_X, Q.Y_plus_X);
  set(out.Y_minus_X, Q.Y_minus_X);
  set(out.twice_Z, Q.twice_Z);
  set(out.twice_dT, Q.twice_dT);
  set(out.minus_twice_dT, -Q.twice_dT);
  out.Z_is_1 = std::ranges::equal(P.Z.limb, Field::from_u64(1).limb);
  return out;
}

/// Places a point in the buckets of eight digits of its scalar, from digit `first` on. Returns
/// false if all of them are zero.
bool place(const SignedDigits& digits, const SignedDigits::Raised& k, std::size_t first,
           eight::Placement& out) {
  int any = 0;
  out.negative = 0;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const int digit = digits.at(k, first + l);
    any |= digit;
    out.bucket[l] = static_cast<std::uint16_t>(std::abs(digit));
    if (digit < 0) out.negative = static_cast<std::uint8_t>(out.negative | 1 << l);
  }
  return any != 0;
}

/// Returns Σ 2^(width·i)·windows[i].
Extended<Field> horner(std::span<const four::Quad> windows, std::size_t width) {
  std::vector<four::SumStep> steps;
  for (std::size_t i = windows.size(); i-- > 0;)
    steps.push_back({steps.empty() ? 0 : static_cast<int>(width), &windows[i], false});
  four::Quad sum;
  four::steps_vartime(steps.data(), steps.size(), sum);
  return point(sum);
}

}  // namespace

Extended<Field> pippenger_eight_vartime(std::span<const Scalar> scalars,
                                        std::span<const Point> points) {
  const std::size_t n = points.size();
  std::size_t bits = 0;
  for (const Scalar& k : scalars) bits = std::max(bits, bits_vartime(k));
  const std::size_t width = cheapest_width(n, bits), size = std::size_t{1} << (width - 1);
  const SignedDigits digits(width);
  std::vector<SignedDigits::Raised> raised;
  std::vector<eight::Addend> addends;
  raised.reserve(n);
  addends.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    raised.push_back(digits.raised(scalars[i]));
    addends.push_back(addend(Coordinates::of(points[i])));
  }
  std::vector<eight::Placement> placements(n);
  const auto buckets = std::make_unique_for_overwrite<eight::BucketPoint[]>(kLanes * (size + 1));
  std::vector<four::Quad> windows;
  for (std::size_t g = 0; g < groups(bits, width); ++g) {
    std::size_t placed = 0;
    for (std::size_t i = 0; i < n; ++i) {
      placements[placed].point = static_cast<std::uint32_t>(i);
      placed += place(digits, raised[i], g * kLanes, placements[placed]);
    }
    eight::Points sums;
    eight::buckets_vartime(addends.data(), placements.data(), placed, buckets.get(), size, sums);
    for (std::size_t l = 0; l < kLanes; ++l) windows.push_back(quad(cached(lane(sums, l))));
  }
  return horner(windows, width);
}

}  // namespace fairdeal::crypto
