#pragma once

#include "base/seat_set.h"

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
/// left, the button posts the small blind.
///
/// `here` have chips and play; who is `waiting` has chips and has come back after it had left: it
/// plays from the hand in which it is the big blind, so that nobody saves blinds by leaving for a
/// while. Requires two who are here, or one and others waiting (CHECKed).
BlindSeats next_blinds(const BlindSeats& before, std::size_t seats, SeatSet here, SeatSet waiting);
/// Of the same hand, before its cards, when somebody has left who would have played it.
BlindSeats blinds_without(const BlindSeats& now, std::size_t seats, SeatSet here, SeatSet waiting);

}  // namespace fairdeal::rules
