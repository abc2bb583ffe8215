#pragma once

#include <string>
#include <vector>

#include "games/poker/hand_record.h"

namespace fairdeal::rules {

/// Writes hands that have ended in the Open Hand History format, version 1.4.7: one JSON object for
/// each hand, with an empty line between two of them (hh-specs.handhistory.org).
///
/// A player's id is its seat, counted from 0; the fields `seat` and `dealer_seat` count from 1, and
/// a dead button is the number of an empty seat. Chips are no money, so `currency` is empty. The
/// hero is the owner of the history, in the hands in which it was dealt cards that are known; any
/// other hand has the flag "Observed". Of two boards, the rounds of the second follow those of the
/// first.
std::string ohh(const std::vector<HandRecord>& hands);

}  // namespace fairdeal::rules
