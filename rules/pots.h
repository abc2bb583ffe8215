#pragma once

#include <span>
#include <vector>

#include "rules/betting.h"

namespace fairdeal::rules {

/// A pot: chips, and the seats that may win them.
struct Pot {
  Chips chips = 0;
  std::vector<Seat> seats;  ///< ascending
  bool operator==(const Pot&) const = default;
};

/// Returns the pots in the middle: the main pot first, then the side pots that arise because some
/// seats could not pay as much as the others. Every chip that was paid is in exactly one pot, also
/// those of seats that folded. Chips paid for the whole table are in the main pot. Requires: some
/// seat is in.
std::vector<Pot> pots(std::span<const Stake> stakes);

/// Splits a pot into a part for each winner, in their order from the button's left. The parts are
/// equal, but the chips that are left over go one each to the first winners. Requires: there is a
/// winner.
std::vector<Chips> split(Chips pot, std::size_t winners);

}  // namespace fairdeal::rules
