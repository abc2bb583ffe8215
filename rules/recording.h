#pragma once

#include <span>

#include "rules/players/player.h"
#include "rules/registry.h"

namespace fairdeal::rules {

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
/// conformance/check.h plays the recorded moves and chance by our rules, from `initial` on. At
/// every ply it compares who is active, the legal moves (as sets), the state, the result and the
/// scores. A key that we have and the line lacks is no difference, and `active` means nothing in a
/// finished state.

/// A game that shows cards before its first move, such as stud, needs load() for its lines to be
/// checked: nothing else reads its `initial`.

/// Plays a match of `players` as play() does with `seed`, and returns its record.
/// Errors: as play.
Result<Json> record_playout(const AnyGame& game, std::span<const Player> players,
                            std::uint64_t seed);

/// How much of one match a record of rules has, at most: games that are played have a tenth of
/// either. They are counts and no times, so that every machine stops at the same place.
inline constexpr std::size_t kRecordedEventsMax = 4'000;
inline constexpr std::size_t kRecordedBytesMax = std::size_t{4} << 20;  ///< states, moves, dice

/// Returns records of some matches by these rules, line by line: four of random moves with the
/// fewest seats, and four with the most; and where people play by other parameters than the
/// defaults (Param::among_people), as many by these. Two games with the same name whose rules
/// differ have other records, if the difference shows there; one game always has the same. If the
/// rules fail, or a match goes beyond the bounds, its line has what was recorded until then, and in
/// which way it broke off. It never fails, but for a call of the game that does not return.
std::string recorded_rules(const Module& module);

/// Writes the numbers as {role: number}.
Json by_role(const AnyGame& game, const std::optional<Payoff>& numbers);
/// Writes the result in the form that lines have: by role, but for Tribolo {"winners", "scores"}.
Json result_json(const AnyGame& game);
Json active_roles(const AnyGame& game);
/// Writes the legal moves of the active seats as {role: [move]}.
Json legal_moves(const AnyGame& game);

}  // namespace fairdeal::rules
