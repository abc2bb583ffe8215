#pragma once

#include "base/rng.h"
#include "conformance/statistics.h"
#include "rules/players/player.h"

namespace fairdeal::conformance {

/// The limits of a scan.
struct ScanLimits {
  std::size_t width = 1000;  ///< how many states go on at each ply; of more, a random sample does
  std::size_t length = 50;   ///< how many plies are played; games that go on then are aborted
};

/// A player of a scan, and the name under which its results are counted.
struct ScanPlayer {
  std::string name;
  rules::Player player;
};

/// Walks through a game's tree breadth first, as far as the limits allow, and collects statistics:
/// by role, game.result, game.length, game.width (the number of moves), victory.…, defeat.… and
/// draw.length; and aborted. A roll of dice is a ply of its own. A seat that has a player makes one
/// move in each state, its player's, and decision.time has a 0 for each of them; of the other seats
/// all moves are followed. Errors: bad_parameters, if the game deals cards or rolls dice for one
/// seat; as AnyGame::after.
Result<Statistics> scan(const rules::AnyGame& game, const ScanLimits& limits, Rng& rng,
                        const std::map<Seat, ScanPlayer>& players = {});

}  // namespace fairdeal::conformance
