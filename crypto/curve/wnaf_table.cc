#include "crypto/curve/wnaf_table.h"

#include <array>
#include <cstdlib>
#include <span>

#include "crypto/curve/digits.h"
#include "crypto/curve/ifma/lanes.h"
#include "crypto/curve/normalized.h"

namespace fairdeal::crypto {
namespace {

constexpr std::size_t kBits = Wnaf{}.size();

struct Product {
  Wnaf digits;
  const WnafTable& table;
};
std::array<Product, 2> products(const Scalar& a, const WnafTable& A, const Scalar& b,
                                const WnafTable& B) {
  return {Product{wnaf_vartime(a, A.width()), A}, Product{wnaf_vartime(b, B.width()), B}};
}

/// Calls `term(doublings, multiple, negative)` for each digit other than zero: the sum is to be
/// doubled so many times, and then the multiple added or subtracted. Returns how many doublings
/// remain after the last term. Row r of a table serves the digits at bits spacing·r + j; all of
/// them are added when j doublings remain.
template <class Term>
int each_term(std::size_t spacing, std::span<const Product> products, const Term& term) {
  int doublings = 0;
  for (std::size_t j = spacing; j-- > 0;) {
    ++doublings;
    for (const auto& [digits, table] : products)
      for (std::size_t bit = j, row = 0; bit < kBits; bit += spacing, ++row) {
        if (digits[bit] == 0) continue;
        term(doublings, table.at(row, std::abs(digits[bit])), digits[bit] < 0);
        doublings = 0;
      }
  }
  return doublings;
}

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
  Extended<Field> sum;
  const auto double_now = [&](int count) {
    if (count > 0) sum = doubled_times(sum, count);
  };
  const auto term = [&](int doublings, const Niels<Field>& P, bool negative) {
    double_now(doublings);
    sum = negative ? sum - P : sum + P;
  };
  double_now(each_term(spacing, products(a, A, b, B), term));
  return sum;
}

Extended<Field> double_product_four_vartime(std::size_t spacing, const Scalar& a,
                                            const WnafTable& A, const Scalar& b,
                                            const WnafTable& B) {
  std::vector<four::Quad> addends;
  std::vector<four::SumStep> steps;
  const auto term = [&](int doublings, const Niels<Field>& P, bool negative) {
    addends.push_back(quad(P));
    steps.push_back({doublings, nullptr, negative});
  };
  const int left = each_term(spacing, products(a, A, b, B), term);
  for (std::size_t i = 0; i < addends.size(); ++i) steps[i].addend = &addends[i];
  steps.push_back({left, nullptr, false});
  four::Quad sum;
  four::steps_vartime(steps.data(), steps.size(), sum);
  return point(sum);
}

}  // namespace fairdeal::crypto
