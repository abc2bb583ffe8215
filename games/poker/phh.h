#pragma once

#include <string>
#include <vector>

#include "games/poker/hand_record.h"

namespace fairdeal::rules {

/// Writes hands in the Poker Hand History format: TOML, one table of fields for a hand (Kim,
/// "Recording and Describing Poker Hands", 2024; specification 0.0.2). One hand is a document of
/// its own, as in a .phh file. Of several hands each is a table, [1], [2] …, as in a .phhs file.
///
/// Players are numbered from the button's left, so dead buttons and dead blinds need nothing
/// special: nobody stands for an empty seat, and a blind that nobody posts is no entry. The fields
/// `seats` and `_button` say who sat where. Of hidden cards only those stand here which the owner
/// of the history was dealt; all others are "??".
///
/// The format knows no hand that goes on when somebody is silent or leaves. So a hand that was
/// folded out of turn is folded when its turn comes. If that is never, or if two boards or a new
/// deck were dealt, the actions end there, the last one is a commentary that says so, and
/// `finishing_stacks` and `winnings` say what followed. Each game has one or two limits in
/// the format. With another limit, as of pot-limit hold'em, it is written as the nearest, and the
/// field `_betting` says which.
std::string phh(const std::vector<HandRecord>& hands);

}  // namespace fairdeal::rules
