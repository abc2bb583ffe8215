#pragma once

#include "base/seat_set.h"

namespace fairdeal::rules {

/// The seats of the button and of the blinds. The button and the small blind may be at an empty
/// seat.
struct BlindSeats {
  Seat button{}, small{}, big{};
  bool operator==(const BlindSeats&) const = default;
};

/// Returns the seats of the first hand, in which the button is at seat 0.
BlindSeats first_blinds(std::size_t seats);

/// Returns the seats of the hand after that of `before`, by the dead button (Tournament Directors
/// Association, 2024: rules on the dead button and on heads-up play). The big blind moves to the
/// next seat with chips, so that nobody is passed over and nobody pays it twice in a row. The small
/// blind moves to the last big blind and the button to the last small blind, whether or not these
/// seats have chips left. If only two play, the button posts the small blind.
///
/// The seats `here` have chips and play. The seats `waiting` have chips and have come back after
/// they had left. Such a seat plays again from the hand in which it is the big blind, so that
/// nobody saves blinds by leaving for a while. Requires: two are here, or one and others wait
/// (CHECKed).
BlindSeats next_blinds(const BlindSeats& before, std::size_t seats, SeatSet here, SeatSet waiting);
/// Returns the seats of the same hand, when a seat that would have played it has left before the
/// cards are dealt.
BlindSeats blinds_without(const BlindSeats& now, std::size_t seats, SeatSet here, SeatSet waiting);

}  // namespace fairdeal::rules
