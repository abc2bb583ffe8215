#pragma once

#include <span>

#include "rules/any_game.h"
#include "rules/players/player.h"

namespace fairdeal::conformance {

/// Recorded playouts, one JSON object a line:
///
///   {"game", "id", "params", "players": [role], "initial": STATE,
///    "plies": [{"active": [role], "legal_moves": {role: [move]}, "moves": {role: move},
///               "aleatories": {die: [value]}, "haps": {die: value}, "shown": {slot: face},
///               "opened": {seat: [value]},
///               "state_after": STATE, "result": null | {role: number}, "scores": {role: number}}],
///    "final_result", "final_scores", "length", "complete"}
///
/// A ply is the moves of the active seats and what chance makes of them: `haps` has the dice rolled
/// (those of one ply have different names), `shown` the cards turned up, `opened` private dice.
/// Shuffles and cards dealt to one seat leave nothing in public.
///
/// check_line (check.h) plays what the line says by our rules, from its `initial`, and compares at
/// every ply who is active, the legal moves (as sets), the state, the result and the scores. A key
/// that we have and the line lacks is no difference; `active` of a finished state means nothing.

/// Plays a match of `players` as play() does with `seed`, and writes it down.
/// Errors: as play.
Result<rules::Json> record_playout(const rules::AnyGame& game,
                                   std::span<const rules::Player> players, std::uint64_t seed);

}  // namespace fairdeal::conformance
