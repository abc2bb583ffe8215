#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "rules/json.h"

namespace fairdeal::rules {

/// An exact fraction. Heuristics and averages use it because floating point could give different
/// results on different machines.
class Rational {
 public:
  constexpr Rational() = default;
  // NOLINTNEXTLINE: an integer is a fraction
  constexpr Rational(std::int64_t whole) : over_(whole) {}
  /// Makes over / under. Requires: under ≠ 0.
  Rational(std::int64_t over, std::int64_t under);

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b) { return a + -b; }
  friend Rational operator*(const Rational& a, const Rational& b);
  /// Divides. Requires: b ≠ 0.
  friend Rational operator/(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a) { return reduced(-a.over_, a.under_); }
  friend bool operator==(const Rational&, const Rational&) = default;
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

  /// Returns the fraction times 10^12, rounded down.
  std::int64_t pico() const;
  /// Writes the fraction as "0.25", with at most twelve digits after the point.
  std::string text() const;

 private:
  __extension__ using Wide = __int128;
  static Rational reduced(Wide over, Wide under);
  Wide over_ = 0;
  Wide under_ = 1;  ///< positive, and without a common factor with over_
};

/// Returns a number from a file times 10^12. Errors: not_canonical, if it is no number; too_large.
Result<std::int64_t> pico_of(const Json& number);

/// Returns whether a number from a file is `value`, to 10^-9.
bool close(const Json& number, const Rational& value);

}  // namespace fairdeal::rules
