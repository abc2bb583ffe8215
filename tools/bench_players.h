#pragma once

#include <cstddef>

#include "rules/json_full.h"

namespace fairdeal::tools {

/// Measures how long players think about a move on one core of this machine. The result is what
/// `fairdeal bench players --json` prints:
///
///   players  a list: game, player, its limit ("plies" or "simulations"), and the microseconds of
///            processor time that a move takes, the median of `positions` positions of matches with
///            random moves; null, if the player failed
///
/// Players by depth look 1, 3 and 5 plies ahead, and others play 10, 50 and 100 matches in their
/// mind; of poker they complete as many boards. A game lacks the players that cannot play it. Where
/// a move takes over 40 ms, larger limits are left out.
nlohmann::json bench_players(std::size_t positions);

}  // namespace fairdeal::tools
