#pragma once

#include <cstdint>

#include "rules/json_full.h"

namespace fairdeal::tools {

/// Measures how fast the rules are on one core of this machine. The result is what `fairdeal bench
/// playouts --json` prints:
///
///   playouts_per_second     random matches played to the end, with the games' own types
///   perft_nodes_per_second  move sequences counted one by one, without merging equal positions
///   poker_per_second        seven-card hands ranked; states of a hold'em match of six seats
///                           written as JSON text
///
/// Each is measured for about `milliseconds`.
nlohmann::json bench_games(std::int64_t milliseconds);

}  // namespace fairdeal::tools
