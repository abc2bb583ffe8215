#pragma once

#include <span>

#include "rules/betting.h"

namespace fairdeal::rules {

/// Where the button and the blinds are. The button and the small blind may be at an empty seat.
struct BlindSeats {
  Seat button{}, small{}, big{};
  bool operator==(const BlindSeats&) const = default;
};

/// Of the first hand: the button is at seat 0.
BlindSeats first_blinds(std::size_t seats);

/// Of the hand after that of `before`, by the dead button (Tournament Directors Association, 2024:
/// rules on the dead button and on heads-up play). The big blind moves to the next seat with chips,
/// so that nobody is passed over and nobody pays it twice in a row; the small blind is who was the
/// big blind, the button who was the small blind, whether or not they have chips left. With two
/// left, the button posts the small blind. Requires two with chips behind.
BlindSeats next_blinds(const BlindSeats& before, std::span<const Stake> stakes);

}  // namespace fairdeal::rules
