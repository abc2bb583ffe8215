#pragma once

#include "base/rng.h"
#include "games/poker/poker.h"

namespace fairdeal::rules {

/// Estimates how often in a thousand the cards `own` win against hands of which the cards `rivals`
/// are open and all others unknown. Of a pot that is split, a hand wins its part. It completes the
/// board and all hands `samples` times from `rng`. Requires: at most nine rivals.
std::int64_t win_chance(const PokerVariant& variant, const CardList& own, const CardList& board,
                        std::span<const CardList> rivals, int samples, Rng& rng);

/// Chooses a move. It bets and raises when its hand wins clearly more often than an average one,
/// calls when the pot is worth the price, sometimes bluffs, and at the showdown shows a hand that
/// no shown hand beats.
Poker::Move simple_poker_move(const Poker& game, Seat seat, const Known& known, Rng& rng);

}  // namespace fairdeal::rules
