#pragma once

#include "base/rng.h"
#include "rules/games/holdem/holdem.h"

namespace fairdeal::rules {

/// How often in a thousand the cards in `own` win against `rivals` unknown hands when the board is
/// completed, ties counting in part. Estimated by `samples` deals from `rng`.
/// Requires two cards, at most five on the board, at most nine rivals.
std::int64_t win_chance(std::span<const Face> own, std::span<const Face> board, std::size_t rivals,
                        int samples, Rng& rng);

/// Bets and raises hands that win more often than their share, calls where the pot pays for it,
/// bluffs now and then, and shows what may win.
Holdem::Move simple_holdem_move(const Holdem& game, Seat seat, const Known& known, Rng& rng);

}  // namespace fairdeal::rules
