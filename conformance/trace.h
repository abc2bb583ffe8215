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
/// A ply is the moves of the active seats and the chance that follows them: `haps` has the dice
/// that were rolled (those of one ply have different names), `shown` the cards that were turned up,
/// and `opened` the private dice that were shown. Shuffles and cards dealt to one seat are not
/// recorded, because they leave nothing in public.
///
/// check_line (check.h) plays the recorded moves and chance by our rules, from `initial` on. At
/// every ply it compares who is active, the legal moves (as sets), the state, the result and the
/// scores. A key that we have and the line lacks is no difference, and `active` means nothing in a
/// finished state.

/// Plays a match of `players` as play() does with `seed`, and returns its record.
/// Errors: as play.
Result<rules::Json> record_playout(const rules::AnyGame& game,
                                   std::span<const rules::Player> players, std::uint64_t seed);

}  // namespace fairdeal::conformance
