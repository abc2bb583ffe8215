#pragma once

#include <cstdint>

#include "rules/json_full.h"

namespace fairdeal::apps {

/// How fast rules are on this machine, on one core, as `fairdeal bench playouts --json` prints it:
///
///   playouts_per_second     random matches to the end, in the games' own types
///   perft_nodes_per_second  move sequences counted one by one, none merged
///   poker_per_second        seven-card hands ranked; states of six at hold'em written as JSON text
///
/// Each is measured for about `milliseconds`.
nlohmann::json bench_games(std::int64_t milliseconds);

}  // namespace fairdeal::apps
