#include "ui/author/significance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace fairdeal::author {
namespace {

/// Returns the continued fraction of the incomplete beta function, by Lentz's method.
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300, kEnough = 1e-14;
  constexpr int kSteps = 500;
  const auto not_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), value = d;
  for (int m = 1; m <= kSteps; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / not_zero(1 + even * d);
    c = not_zero(1 + even / c);
    value *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / not_zero(1 + odd * d);
    c = not_zero(1 + odd / c);
    value *= d * c;
    if (std::abs(d * c - 1) < kEnough) break;
  }
  return value;
}

/// Returns the regularised incomplete beta function I_x(a, b).
/// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.5.8.
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                   : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double log_choose(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

}  // namespace

void Sample::add(double value) {
  ++count_;
  const double before = value - mean_;
  mean_ += before / static_cast<double>(count_);
  squares_ += before * (value - mean_);
}

double Sample::deviation() const {
  return count_ < 2 ? 0 : std::sqrt(squares_ / static_cast<double>(count_ - 1));
}

double Sample::half_interval() const {
  if (count_ < 2) return 0;
  return student_bound(static_cast<double>(count_ - 1)) * deviation() /
         std::sqrt(static_cast<double>(count_));
}

double Sample::score() const {
  const double spread = deviation();
  return spread == 0 ? 0 : mean_ * std::sqrt(static_cast<double>(count_)) / spread;
}

Interval share_interval(std::uint64_t hits, std::uint64_t count) {
  constexpr double z = 1.959963984540054;
  const double n = static_cast<double>(count), share = static_cast<double>(hits) / n;
  const double centre = share + z * z / (2 * n), under = 1 + z * z / n;
  const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return {std::max(0.0, (centre - half) / under), std::min(1.0, (centre + half) / under)};
}

double normal_p(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

double student_p(double t, double degrees) {
  return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

double student_bound(double degrees) {
  double low = 0, high = 13;  // with one degree of freedom the bound is 12.7
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (student_p(middle, degrees) > 0.05 ? low : high) = middle;
  }
  return high;
}

double fisher_p(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
  const std::uint64_t row = a + b, column = a + c, all = a + b + c + d;
  const auto log_likelihood = [&](std::uint64_t first) {
    return log_choose(static_cast<double>(row), static_cast<double>(first)) +
           log_choose(static_cast<double>(all - row), static_cast<double>(column - first)) -
           log_choose(static_cast<double>(all), static_cast<double>(column));
  };
  constexpr double kRounding = 1e-9;
  const double here = log_likelihood(a) + kRounding;
  double p = 0;
  const std::uint64_t least = row + column > all ? row + column - all : 0;
  for (std::uint64_t first = least; first <= std::min(row, column); ++first)
    if (const double other = log_likelihood(first); other <= here) p += std::exp(other);
  return std::min(p, 1.0);
}

std::string rounded(double value, const char* format) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

}  // namespace fairdeal::author
