#pragma once

#include <optional>
#include <string>

#include "conformance/checker.h"
#include "rules/players/heuristics.h"
#include "rules/players/kinds.h"
#include "rules/players/player.h"

namespace fairdeal::conformance {

/// The move by which a scripted player leaves the match: the text of this action.
constexpr const char* kQuit = "\"QUIT\"";

/// Returns the player that a line describes; none if it is no description. It may be
///
///   "always win"                            makes this move whenever it is asked
///   "random", "MiniMaxPlayer", …            a kind of player (rules/players/kinds.h)
///   ["trace", moves…], {"trace": [moves…]}  makes these moves in order, then the last one again
///   {"player": "uct", "horizon": 3, …}      a kind, with what it needs
///   ["participate", P], {"stands_in": P}    lets the player P join the match in its place
std::optional<rules::Player> player_of(const rules::Json& described);

/// Returns the name that a description has; "" if it has none.
std::string player_name(const rules::Json& described);

/// Returns the moves of a scripted player; none if this is no description of one.
std::optional<rules::Json> script_of(const rules::Json& described);

/// Returns the heuristic with this name, which may be one that only lines use. Errors:
/// unknown_module.
Result<rules::Heuristic> heuristic_of_line(const std::string& name);

/// How a player of some kind looks ahead.
struct Thinking {
  rules::Heuristic heuristic;
  unsigned horizon = 4;
  std::uint64_t matches = 300;  ///< for Monte Carlo after each move, for UCT in all
};
/// Returns the moves that are best for this kind of player, of which it makes any. Errors: those of
/// the search; bad_parameters, if the kind chooses by something else.
Result<std::vector<rules::Action>> choices_of(rules::PlayerKind kind, const Thinking& thinking,
                                              const rules::AnyGame& game, Seat seat, Rng& rng);

}  // namespace fairdeal::conformance
