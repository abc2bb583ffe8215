#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/statistics.h"
#include "conformance/tournament.h"
#include "rules/players/thinker.h"

/// Many matches of players that think, on all cores.
namespace fairdeal::author {

/// A match that is to be played.
struct MatchToPlay {
  std::vector<std::string> seats;  ///< the name of the player in each seat
  std::uint64_t deal = 0;          ///< matches of one deal have the same cards, dice and seeds
};

/// A match that was played.
struct MatchPlayed {
  std::vector<std::string> seats;
  std::uint64_t deal = 0;
  rules::Payoff result{};
  std::uint64_t plies = 0;
  conformance::Series width{};  ///< the legal moves of each seat that was asked, if wanted
  std::int64_t forced = 0;      ///< how often there was only one
  std::string failed{};         ///< why the match has no result; "": it has one
};

/// The way in which matches are played.
struct PoolPlan {
  std::uint64_t seed = 1;
  std::size_t jobs = 0;           ///< threads; 0: one for each core
  std::int64_t think_ms = 0;      ///< the most that a player thinks about a move; 0: its own time
  std::uint64_t simulations = 0;  ///< the most simulations, and then no time; 0: its own limits
  bool counts_width = false;
};

/// The longest match that is played, in plies: one of players that never end it has failed.
inline constexpr std::uint64_t kMatchPliesMax = 10'000;

/// While such an object exists, Ctrl-C does not end the program; interrupted() says that it came.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
  static bool interrupted();
};

/// Plays matches, and gives each to `played` when it has ended, in any order, one at a time.
/// Returns without those that Ctrl-C interrupted. Throws rules::ScriptLost. Errors: as
/// seat::bot_named(); those of `played`. Requires: the game is at its start, and found by its
/// name.
Result<> play_matches(const rules::AnyGame& game, const PoolPlan& plan,
                      const std::vector<MatchToPlay>& matches,
                      const std::function<Result<>(MatchPlayed)>& played);

}  // namespace fairdeal::author
