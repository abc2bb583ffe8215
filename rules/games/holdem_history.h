#pragma once

#include "rules/any_game.h"
#include "rules/games/holdem.h"

namespace fairdeal::rules {

/// A hand history in words: the lines that `event` adds to it, where it led from `before` to
/// `after`; often none. From public knowledge alone, so it has no card that was not shown.
///
///     Hand 1: no-limit hold'em, blinds 10/20
///     Ann 1000 (button), Bob 1000
///     Ann posts 10, Bob posts 20
///     Before the flop
///       Ann raises to 60
///       Bob calls 40
///     Flop 2c 3d 4h, pot 120
///       …
std::string history_lines(const Holdem& before, const Event<Holdem::Move>& event,
                          const Holdem& after, const SeatNames& names);
/// The same of any game; nothing if it is another.
std::string history_lines(const AnyGame& before, const AnyEvent& event, const AnyGame& after,
                          const SeatNames& names);

}  // namespace fairdeal::rules
