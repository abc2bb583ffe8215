#include "crypto/wnaf_table.h"

#include "crypto/digits.h"
#include "crypto/normalized.h"

namespace fairdeal::crypto {
namespace {

constexpr std::size_t kBits = Wnaf{}.size();

/// A sum that doubles when it must: whole runs at once are cheaper.
class Accumulator {
 public:
  void double_later() { ++pending_; }
  /// Adds what the digits of k at bits j, spacing + j, 2·spacing + j … ask for.
  void add(std::size_t j, std::size_t spacing, const Wnaf& digits, const WnafTable& P) {
    for (std::size_t bit = j, row = 0; bit < kBits; bit += spacing, ++row) {
      const int digit = digits[bit];
      if (digit == 0) continue;
      const Extended<Field>& doubled = sum();
      sum_ = digit > 0 ? doubled + P.at(row, digit) : doubled - P.at(row, -digit);
    }
  }
  const Extended<Field>& sum() {
    if (pending_ > 0) sum_ = doubled_times(sum_, pending_);
    pending_ = 0;
    return sum_;
  }

 private:
  Extended<Field> sum_;
  int pending_ = 0;
};

}  // namespace

WnafTable::WnafTable(const Extended<Field>& P, std::size_t spacing, int width) : width_(width) {
  const std::size_t row = std::size_t{1} << (width - 2);
  std::vector<Extended<Field>> points;
  points.reserve(row * (kBits / spacing));
  Extended<Field> first = P;
  for (std::size_t bit = 0; bit < kBits; bit += spacing) {
    if (bit > 0) first = doubled_times(first, static_cast<int>(spacing));
    const Cached<Field> twice = cached(doubled(first));
    points.push_back(first);
    for (std::size_t i = 1; i < row; ++i) points.push_back(points.back() + twice);
  }
  points_ = normalized(points);
}

Extended<Field> double_product_vartime(std::size_t spacing, const Scalar& a, const WnafTable& A,
                                       const Scalar& b, const WnafTable& B) {
  const Wnaf a_digits = wnaf_vartime(a, A.width()), b_digits = wnaf_vartime(b, B.width());
  Accumulator sum;
  for (std::size_t j = spacing; j-- > 0;) {
    sum.double_later();
    sum.add(j, spacing, a_digits, A);
    sum.add(j, spacing, b_digits, B);
  }
  return sum.sum();
}

}  // namespace fairdeal::crypto
