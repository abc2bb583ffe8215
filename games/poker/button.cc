#include "games/poker/button.h"

#include "base/check.h"

namespace fairdeal::rules {
namespace {

/// The next of `among`, to the left.
Seat next_of(SeatSet among, Seat seat, std::size_t seats) {
  do seat = Seat((seat.value + 1) % static_cast<std::uint32_t>(seats));
  while (!among.has(seat));
  return seat;
}

/// Between two, the button posts the small blind.
BlindSeats with_big(const BlindSeats& blinds, std::size_t seats, SeatSet here) {
  here.insert(blinds.big);
  CHECK(here.size() >= 2);
  if (here.size() > 2) return blinds;
  const Seat other = next_of(here, blinds.big, seats);
  return {.button = other, .small = other, .big = blinds.big};
}

}  // namespace

BlindSeats first_blinds(std::size_t seats) {
  const bool heads_up = seats == 2;
  return {.button = Seat(0), .small = Seat(heads_up ? 0 : 1), .big = Seat(heads_up ? 1 : 2)};
}

BlindSeats next_blinds(const BlindSeats& before, std::size_t seats, SeatSet here, SeatSet waiting) {
  const Seat big = next_of(here | waiting, before.big, seats);
  return with_big({.button = before.small, .small = before.big, .big = big}, seats, here);
}

BlindSeats blinds_without(const BlindSeats& now, std::size_t seats, SeatSet here, SeatSet waiting) {
  BlindSeats blinds = now;
  if (!here.has(now.big)) blinds.big = next_of(here | waiting, now.big, seats);
  return with_big(blinds, seats, here);
}

}  // namespace fairdeal::rules
