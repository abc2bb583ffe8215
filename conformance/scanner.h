#pragma once

#include "base/rng.h"
#include "conformance/statistics.h"
#include "rules/any_game.h"

namespace fairdeal::conformance {

struct ScanLimits {
  std::size_t width = 1000;  ///< states kept at each ply; of more, a sample goes on
  std::size_t length = 50;   ///< plies; what goes on then is aborted
};

/// Samples a game's tree breadth first, the whole of it where the limits allow, and counts: by
/// role, game.result, game.length, game.width (moves), victory.…, defeat.… and draw.length;
/// aborted. A roll of dice is a ply of its own. Errors: bad_parameters where cards decide.
Result<Statistics> scan(const rules::AnyGame& game, const ScanLimits& limits, Rng& rng);

}  // namespace fairdeal::conformance
