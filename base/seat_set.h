#pragma once

#include <bit>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "base/check.h"
#include "base/ids.h"

namespace fairdeal {

/// A set of members of a table, by seat. It has room for 32.
class SeatSet {
 public:
  constexpr SeatSet() = default;
  /// Returns the set of the seats below n.
  static constexpr SeatSet first(std::size_t n) {
    CHECK(n <= 32);
    return SeatSet(n == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << n) - 1);
  }
  static constexpr SeatSet of(std::initializer_list<Seat> seats) {
    SeatSet set;
    for (const Seat seat : seats) set.insert(seat);
    return set;
  }
  static constexpr SeatSet of_bits(std::uint32_t bits) { return SeatSet(bits); }

  constexpr bool has(Seat seat) const { return seat.value < 32 && (bits_ >> seat.value & 1) != 0; }
  constexpr void insert(Seat seat) { bits_ |= std::uint32_t{1} << seat.value; }
  constexpr void erase(Seat seat) { bits_ &= ~(std::uint32_t{1} << seat.value); }
  constexpr std::size_t size() const { return static_cast<std::size_t>(std::popcount(bits_)); }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr std::uint32_t bits() const { return bits_; }
  /// Returns the seats in ascending order.
  std::vector<Seat> list() const {
    std::vector<Seat> seats;
    for (std::uint32_t rest = bits_; rest != 0; rest &= rest - 1)
      seats.push_back(Seat(static_cast<std::uint32_t>(std::countr_zero(rest))));
    return seats;
  }

  friend constexpr SeatSet operator&(SeatSet a, SeatSet b) { return SeatSet(a.bits_ & b.bits_); }
  friend constexpr SeatSet operator|(SeatSet a, SeatSet b) { return SeatSet(a.bits_ | b.bits_); }
  friend constexpr SeatSet operator-(SeatSet a, SeatSet b) { return SeatSet(a.bits_ & ~b.bits_); }
  constexpr bool operator==(const SeatSet&) const = default;

 private:
  constexpr explicit SeatSet(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};

}  // namespace fairdeal
