#pragma once

#include <functional>
#include <optional>
#include <span>

#include "rules/any_game.h"
#include "rules/dealer.h"
#include "rules/grants.h"
#include "rules/players/player.h"

namespace fairdeal::rules {

/// A report of a match to its onlookers: `begin`, then `next` for each event, then `end` or
/// `quit`.
struct Report {
  enum class Kind { begin, next, end, quit };
  Kind kind;
  const AnyGame& game;              ///< the present value
  const AnyEvent* event = nullptr;  ///< for `next`: the event that led to it
  std::optional<Seat> seat{};       ///< for `quit`: the seat that left
};
using Watch = std::function<void(const Report&)>;

/// A match in one process, with a trusted dealer, whose moves come from outside: from a person at
/// the keyboard, or a test. If there are players for all seats, `play` is simpler.
class Match {
 public:
  Match(AnyGame game, Dealer dealer, Watch watch = {});
  /// Makes a match that goes on from the middle of another. The dealer holds what lies there by
  /// now. Whether a table could do what the game wants is not checked any more.
  static Match from_middle(AnyGame game, Dealer dealer);

  /// Reports `begin`, then does all that the dealer decides until moves are wanted or the match is
  /// over. Call this first. Errors: as AnyGame::after; rules (the game wants what no table can
  /// do, or one thing after another without asking a seat).
  Result<> begin();
  /// Makes an event happen that seats decide, such as moves or an absence; then does all that the
  /// dealer decides, as begin(). An event that is refused changes nothing. Errors: as begin().
  Result<> happen(const AnyEvent& event);
  /// Makes the moves of the active seats happen, one or more. Errors: as happen().
  Result<> move(const std::map<Seat, Action>& moves);
  /// Returns whether the rules go on after these moves, until other moves are wanted or the match
  /// is over. Makes no move. Errors: as happen().
  Result<> try_move(const std::map<Seat, Action>& moves) const;

  /// Ends the match where it is, because a seat leaves: there is no result, and nothing can happen
  /// any more.
  void quit(Seat seat);
  bool has_quit() const { return quit_; }

  const AnyGame& game() const { return game_; }
  const Dealer& dealer() const { return dealer_; }

  /// Returns every value so far, the first included. They are kept so that a person can look back
  /// and undo; each is only a pointer.
  const std::vector<AnyGame>& history() const { return history_; }
  /// Returns the events between these values.
  const std::vector<AnyEvent>& events() const { return events_; }
  /// Returns how many events there were.
  std::size_t ply() const { return events_.size(); }
  /// Returns the value at a ply. A negative ply is counted back from the last: −1 is the value
  /// before the last. Requires: there is such a value.
  const AnyGame& state(std::ptrdiff_t ply) const;

  /// Goes back to the value before the last move of `seat`. It does nothing if there is no such
  /// move, or if anything but single moves has happened since: cards and dice cannot be taken back.
  /// Returns whether it went back.
  bool undo(Seat seat);

  /// Returns all that load() needs: the first value, the dealer's seed and the moves. Requires: the
  /// dealer was given no outcomes.
  Json json() const;
  /// Plays the same match again; it then goes on as the saved one would have. Errors:
  /// bad_parameters; as load_game and happen().
  static Result<Match> load(const Json& json, Watch watch = {});

 private:
  Result<> next(const AnyEvent& event);
  Result<> chance();
  void report(Report::Kind kind, const AnyEvent* event = nullptr) const;

  AnyGame game_;
  Dealer dealer_;
  std::optional<Lying> lying_;  ///< none: it is not checked what a table can do
  Watch watch_;
  std::vector<AnyGame> history_;
  std::vector<AnyEvent> events_;
  bool quit_ = false;
};

/// Plays a match to its end, and returns the last value. `players` has a player for each seat.
/// Cards, dice and players draw from `seed`, so the same seed plays the same match. `given` has the
/// outcomes that are decided beforehand (Dealer). Errors: as AnyGame::after; if a single player's
/// move was refused, that player is blamed.
Result<AnyGame> play(AnyGame game, std::span<const Player> players, std::uint64_t seed,
                     Watch watch = {}, std::vector<ChanceOutcome> given = {});

}  // namespace fairdeal::rules
