#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "rules/json.h"

namespace fairdeal::rules {

/// An exact fraction: heuristics and averages are the same on every machine.
class Rational {
 public:
  constexpr Rational() = default;
  // NOLINTNEXTLINE: an integer is a fraction
  constexpr Rational(std::int64_t whole) : over_(whole) {}
  /// Requires under ≠ 0.
  Rational(std::int64_t over, std::int64_t under);

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b) { return a + -b; }
  friend Rational operator*(const Rational& a, const Rational& b);
  /// Requires b ≠ 0.
  friend Rational operator/(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a) { return reduced(-a.over_, a.under_); }
  friend bool operator==(const Rational&, const Rational&) = default;
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

  /// Times 10^12, rounded down.
  std::int64_t pico() const;
  /// "0.25": twelve digits after the point at the most.
  std::string text() const;

 private:
  __extension__ using Wide = __int128;
  static Rational reduced(Wide over, Wide under);
  Wide over_ = 0;
  Wide under_ = 1;  ///< positive, with nothing in common with over_
};

/// A number of a file times 10^12. Errors: not_canonical for what is no number.
Result<std::int64_t> pico_of(const Json& number);

/// Returns whether a number of a file is `value`, to 10^-9.
bool close(const Json& number, const Rational& value);

}  // namespace fairdeal::rules
