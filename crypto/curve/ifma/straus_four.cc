#include <algorithm>
#include <memory>
#include <vector>

#include "crypto/curve/coordinates.h"
#include "crypto/curve/digits.h"
#include "crypto/curve/ifma/lanes.h"
#include "crypto/curve/straus.h"

namespace fairdeal::crypto {

constexpr int kWnafWidth = 5;

Extended<Field> straus_four_vartime(std::span<const Scalar> scalars,
                                    std::span<const Point> points) {
  const std::size_t n = points.size();
  std::vector<Wnaf> digits(n);
  const auto multiples = std::make_unique_for_overwrite<four::OddMultiples[]>(n);
  std::size_t bits = 0;
  for (std::size_t i = 0; i < n; ++i) {
    digits[i] = wnaf_vartime(scalars[i], kWnafWidth);
    four::odd_multiples(quad(Coordinates::of(points[i])), multiples[i]);
    bits = std::max(bits, bits_vartime(scalars[i]) + 1);  // the last digit may carry into one more
  }
  std::vector<four::SumStep> steps;
  steps.reserve(n * bits / 5 + 1);
  int pending = 0;  // doublings to make before the next term
  for (std::size_t bit = std::min(bits, Wnaf{}.size()); bit-- > 0;) {
    if (!steps.empty()) ++pending;
    for (std::size_t i = 0; i < n; ++i) {
      const int digit = digits[i][bit];
      if (digit == 0) continue;
      steps.push_back({pending, &multiples[i].at[std::abs(digit) / 2], digit < 0});
      pending = 0;
    }
  }
  steps.push_back({pending, nullptr, false});
  four::Quad sum;
  four::steps_vartime(steps.data(), steps.size(), sum);
  return point(sum);
}

}  // namespace fairdeal::crypto
