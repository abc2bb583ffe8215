#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/players/thinker.h"
#include "ui/engine/engine_choice.h"

namespace fairdeal::engine {

/// Returns the opponent of a name that begins with "uci:" (engine_choice()), for chess. The engine
/// is started when it is first asked, and ends with the last copy of the opponent. What it does
/// wrong is an error of its thought, as with any other player. Errors: bad_parameters, if the name
/// is none, or the game is not chess.
Result<rules::Opponent> engine_opponent(std::string_view name, const rules::AnyGame& game);

/// Returns why this machine cannot run the engine; none: it can. It does not start it.
std::optional<std::string> why_no_engine(const EngineChoice& choice);

/// Returns the question about the position of a seat: that after the last capture or pawn's move,
/// if the trail is kept, and the moves since, by which an engine sees positions that come again.
/// Requires: the game is chess.
UciQuestion question_about(const rules::SeatSight& sight);

}  // namespace fairdeal::engine
