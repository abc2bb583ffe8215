#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/any_game.h"
#include "rules/players/thinker.h"
#include "ui/seat/effects.h"
#include "ui/words/report.h"

/// The players of the seats that nobody takes, by the names of rules::opponent_named() and, for
/// engines, of engine::engine_choice().
namespace fairdeal::seat {

/// Returns whether each game has this player, which answers at once: "simple" or "random".
bool answers_at_once(const std::string& bot);

/// Returns whether a bot of some game may have this name.
bool may_name_bot(const std::string& bot);
/// Returns the player of this name. Errors: bad_parameters, if the game has none.
Result<rules::Opponent> bot_named(const std::string& bot, const rules::AnyGame& game);
/// Returns whether the player looks at what has happened: who does not see all does, and an engine,
/// which knows by it which positions come again.
bool reads_trail(const rules::Opponent& player, const rules::AnyGame& game);
/// Lets an engine of this name be started later (sandbox::allow_engine); other bots need no leave.
void allow_bot(const std::string& bot);

/// Reads "me", "bot" or "random"; none for another text.
std::optional<Beginner> beginner_named(const std::string& word);

/// Returns the name of a bot for people: "Bot 1", "Bot hard 1", "Bot stockfish 1".
std::string bot_nickname(const std::string& bot, std::size_t number);

/// Returns the bots of a list with commas between. Settings such as "skill=5" belong to the engine
/// before them.
std::vector<std::string> listed_bots(const std::string& list);
/// Reads "2", "2:hard" or "hard,easy". Returns none for any other text, and for more than 99.
std::optional<std::vector<std::string>> counted_bots(const std::string& text);
/// Returns a bot for each of `seats`: those of the list or, if it has one name, that one for all.
/// With fewer or more none.
std::optional<std::vector<std::string>> bots_for(const std::string& list, std::size_t seats);

/// Returns the failure of a command for a bot that cannot play the game, with those that can; none:
/// it can.
std::optional<words::Failure> unknown_bot(const std::string& bot, const rules::AnyGame& game);

}  // namespace fairdeal::seat
