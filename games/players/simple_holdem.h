#pragma once

#include "base/rng.h"
#include "games/holdem/holdem.h"

namespace fairdeal::rules {

/// Estimates how often in a thousand the cards `own` win against `rivals` unknown hands. A tie of n
/// hands counts 1/n. It completes the board and deals the rivals' hands `samples` times from `rng`.
/// Requires: two own cards, at most five on the board, at most nine rivals.
std::int64_t win_chance(std::span<const Face> own, std::span<const Face> board, std::size_t rivals,
                        int samples, Rng& rng);

/// Chooses a move. It bets and raises when its hand wins clearly more often than an average one,
/// calls when the pot is worth the price, sometimes bluffs, and at the showdown shows a hand that
/// no shown hand beats.
Holdem::Move simple_holdem_move(const Holdem& game, Seat seat, const Known& known, Rng& rng);

}  // namespace fairdeal::rules
