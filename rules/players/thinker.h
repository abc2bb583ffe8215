#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "rules/any_game.h"
#include "rules/rational.h"

/// Players that think: what they are asked, and what they answer. They have no clock and no thread.
/// Whoever asks one runs it where nobody waits, and tells it by GoOn when to stop.
namespace fairdeal::rules {

struct Trail;  // rules/players/trail.h

/// What a player knows when its seat has to move: no more than the seat's own program does. The
/// value of a game holds no hidden card and no hidden die, so a player may look at all of it.
struct SeatSight {
  const AnyGame& game;
  Seat seat;
  const Known& known;
  const Trail* trail = nullptr;  ///< what has happened, as the seat saw it; null: it is not kept
};

/// The limits of a player's thoughts; 0: there is none of this kind. A player that stops by
/// `simulations` or `depth` repeats its move from a seed on every machine. The time is for whoever
/// runs it.
struct Budget {
  std::uint64_t simulations = 0;  ///< matches that are played out, or positions that are searched
  unsigned depth = 0;             ///< plies that are looked ahead
  std::int64_t milliseconds = 0;
};

/// How far a player has got.
struct Progress {
  std::uint64_t simulations = 0;
  unsigned depth = 0;  ///< the plies that it has searched to their end; 0: it does not go by depth
};

/// Is asked often whether to go on. After the first no the player returns what it has found so far.
using GoOn = std::function<bool(const Progress& progress)>;

/// A legal move, what the player thinks that it is worth to its seat, and how often it was tried.
struct Weighed {
  Action move;
  Rational value;
  std::uint64_t visits = 0;
};

/// A player's answer.
struct Thought {
  Action move;
  std::vector<Weighed> moves{};  ///< the legal moves that were weighed, by the order of legal()
  Progress progress{};
  std::string why{};  ///< a person's reason, in words, such as "wins 63 of 100 deals"; "": none
};

/// How a search over positions is done, beside its budget.
struct LookaheadPlan {
  bool prunes = true;     ///< alpha-beta; false: minimax, which visits every position
  bool remembers = true;  ///< keep what was found in a transposition table
  bool guesses = true;    ///< look less far after moves that promise little (see position_search.h)
  bool values_all = false;  ///< find the value of each move, and not of the best alone
};
/// Returns whether look_ahead() can search this game: its seats move in turns, everything is open,
/// and it is for one seat, or for two of which one wins what the other loses.
bool looks_ahead(const AnyGame& game);
/// Weighs the moves of the seat whose turn it is by what follows from them (position_search.h). A
/// match that goes on at the horizon counts what the game estimates. Errors: bad_parameters, if
/// looks_ahead() does not hold, or the match is over.
Result<Thought> look_ahead(const AnyGame& game, const LookaheadPlan& plan, const Budget& budget,
                           const GoOn& go_on, Rng& rng);

/// Chooses a move of a seat whose move is wanted. It draws its random numbers from `rng`. Errors:
/// bad_parameters, if the player cannot play this game; as AnyGame::after.
using Thinker = std::function<Result<Thought>(const SeatSight& sight, const Budget& budget,
                                              const GoOn& go_on, Rng& rng)>;

/// How good an opponent is. A weaker one looks less far; none makes mistakes on purpose.
enum class Strength { easy, normal, hard };
std::optional<Strength> strength_named(std::string_view name);
std::string_view strength_name(Strength strength);

/// A kind of player that thinks.
struct ThinkerKind {
  std::string_view name;   ///< "alphabeta"
  std::string_view about;  ///< how it plays, in a line
  /// Whether it can play this game.
  bool (*plays)(const AnyGame& game);
  Result<Thought> (*think)(const SeatSight& sight, const Budget& budget, const GoOn& go_on,
                           Rng& rng);
  /// What each strength may spend on this game.
  Budget (*budget)(const AnyGame& game, Strength strength);
};

/// Returns the kinds that play many games, the most able first.
std::vector<ThinkerKind> thinker_kinds();
/// Returns the kinds that were written for certain games (games/players).
std::vector<ThinkerKind> thinker_kinds_of_games();

/// A player with all that it needs, for a seat at a table.
struct Opponent {
  std::string name;  ///< "hard", "simple", "uct:easy"
  Thinker thinker;
  Budget budget;
};

/// Returns the names that opponent_named() takes for this game: "random", "simple", the strengths,
/// and each kind that plays it.
std::vector<std::string> opponents_for(const AnyGame& game);

/// Returns whether a name can be that of an opponent at some game: its parts are small letters,
/// with a colon or a plus sign between.
bool may_name_opponent(std::string_view name);

/// Returns the opponent of this name at this game: "random"; "simple" (by rules of thumb); a
/// strength, with the most able kind that plays the game; a kind, with a strength if one follows
/// after a colon, else at its normal one; or several of these with "+" between, which vote
/// (rules/players/ensemble.h). Errors: bad_parameters: there is none, or it cannot play
/// this game.
Result<Opponent> opponent_named(std::string_view name, const AnyGame& game);

}  // namespace fairdeal::rules
