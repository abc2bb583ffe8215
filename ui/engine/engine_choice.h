#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "ui/engine/uci_talk.h"
#include "ui/sandbox/confine_engine.h"

namespace fairdeal::engine {

/// An engine that somebody has chosen for a seat, and how strong it plays.
struct EngineChoice {
  std::string name;  ///< for people: "stockfish"
  sandbox::EngineCommand command;
  std::vector<UciSetting> settings{};
  std::int64_t milliseconds = 0;  ///< a move; 0: there is no limit of this kind
  std::uint64_t nodes = 0;
  unsigned depth = 0;
};

/// How long an engine thinks about a move if nobody says.
inline constexpr std::int64_t kUsualThought_ms = 1'000;

/// Returns whether this is the name of an engine among those of bots: it begins with "uci:".
bool names_engine(std::string_view bot);

/// Reads "uci:stockfish,skill=5,nodes=10000" or "uci:/usr/games/gnuchess --uci,time=500": a program
/// with its arguments, then, with commas between,
///
///   skill=0…20     the option "Skill Level"         time=MS        milliseconds a move
///   elo=500…4000   "UCI_LimitStrength", "UCI_Elo"   nodes=N        positions a move
///   hash=1…256     "Hash", in MiB                   depth=1…100    plies that are looked ahead
///
/// Errors: bad_parameters.
Result<EngineChoice> engine_choice(std::string_view bot);

}  // namespace fairdeal::engine
