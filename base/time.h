#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace fairdeal {

/// A length of time, in milliseconds.
struct Duration {
  std::int64_t ms = 0;
  auto operator<=>(const Duration&) const = default;
  friend constexpr Duration operator*(Duration d, std::int64_t k) { return {d.ms * k}; }
};

/// A moment on the caller's clock, in milliseconds since a moment of the caller's choice. The cores
/// never read a clock: they take `now` as an argument.
struct Instant {
  std::int64_t ms = 0;
  auto operator<=>(const Instant&) const = default;
  friend constexpr Duration operator-(Instant a, Instant b) { return {a.ms - b.ms}; }
};

/// Returns the deadline that never comes. Adding a duration to it leaves it as it is.
constexpr Instant never() { return {std::numeric_limits<std::int64_t>::max()}; }

constexpr Instant operator+(Instant t, Duration d) {
  return t == never() ? never() : Instant{t.ms + d.ms};
}

}  // namespace fairdeal
