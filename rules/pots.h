#pragma once

#include <span>
#include <vector>

#include "rules/betting.h"

namespace fairdeal::rules {

/// Chips, and who may win them.
struct Pot {
  Chips chips = 0;
  std::vector<Seat> seats;  ///< ascending
  bool operator==(const Pot&) const = default;
};

/// What is in the middle: the main pot first, then a side pot for each seat that could not pay as
/// much as the others. Chips of seats that folded are in them; every chip paid is in exactly one.
/// What was paid for all is in the main pot. Requires a seat that is in.
std::vector<Pot> pots(std::span<const Stake> stakes);

/// `pot` in equal parts for `winners`, who stand in order from the button's left: the chips left
/// over go one each to the first of them. Requires a winner.
std::vector<Chips> split(Chips pot, std::size_t winners);

}  // namespace fairdeal::rules
