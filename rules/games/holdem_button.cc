#include "rules/games/holdem_button.h"

#include <algorithm>

#include "base/check.h"

namespace fairdeal::rules {

BlindSeats first_blinds(std::size_t seats) {
  const bool heads_up = seats == 2;
  return {.button = Seat(0), .small = Seat(heads_up ? 0 : 1), .big = Seat(heads_up ? 1 : 2)};
}

BlindSeats next_blinds(const BlindSeats& before, std::span<const Stake> stakes) {
  const auto has_chips = [](const Stake& stake) { return stake.stack > 0; };
  const auto left = std::ranges::count_if(stakes, has_chips);
  CHECK(left >= 2);
  const auto next_with_chips = [&](Seat seat) {
    do seat = Seat((seat.value + 1) % static_cast<std::uint32_t>(stakes.size()));
    while (!has_chips(stakes[seat.value]));
    return seat;
  };
  const Seat big = next_with_chips(before.big);
  if (left > 2) return {.button = before.small, .small = before.big, .big = big};
  const Seat other = next_with_chips(big);
  return {.button = other, .small = other, .big = big};
}

}  // namespace fairdeal::rules
